import Synchronization

/// What keeps a large value in its place.
///
/// The compiler moves a struct of plain fields through registers and temporaries as it likes: for a
/// track that is two kilobytes for each question a frame asks, which cost a third of all decoding. A
/// value that holds an atomic one has an address, and its address is what is handed on.
struct Pinned: ~Copyable {
  private let atom = Atomic<Bool>(false)
}
