// The library that `nfctrace record -- PROGRAM` loads in front of a program's own. It is loaded by
// the dynamic linker, never called: there is nothing to include.
