// Finds the functions that are wrapped, and gives the wrappers to programs that ask for them by name.
#include "preload.h"

#include <dlfcn.h>

static const char *const names[function_count] = {
#define NAME(name) #name,
    FUNCTIONS(NAME)
#undef NAME
};

#define DECLARE(name) extern void wrapper_##name(void) __asm__(#name) __attribute__((weak));
FUNCTIONS(DECLARE)
#undef DECLARE

static void *found[function_count];

typedef void *find(void *handle, const char *name);
static find *system_dlsym;

// dlsym itself is wrapped, so the system's is asked for by the versions it has had.
static find *get_dlsym(void) {
  static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.27"};
  for (size_t i = 0; system_dlsym == NULL && i < sizeof versions / sizeof *versions; i++)
    system_dlsym = (find *)dlvsym(RTLD_NEXT, "dlsym", versions[i]);
  return system_dlsym;
}

// Only what is wrapped has a wrapper; the functions that are merely called have none.
static void *wrapper(enum function function);

void *real(enum function function) {
  void *known = __atomic_load_n(&found[function], __ATOMIC_ACQUIRE);
  if (known) return known;
  find *system = get_dlsym();
  if (system == NULL) return NULL;
  known = system(RTLD_NEXT, names[function]);
  // A library that a program opened for itself alone is not found that way.
  static const char *const libraries[] = {
      "libnfc.so.6", "libnfc.so.5", "libnfc.so", "libpcsclite.so.1", "libpcsclite.so"};
  for (size_t i = 0; known == NULL && i < sizeof libraries / sizeof *libraries; i++) {
    void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL) continue;
    known = system(library, names[function]);
    dlclose(library);
  }
  __atomic_store_n(&found[function], known, __ATOMIC_RELEASE);
  return known;
}

// The number of a function that is wrapped, or -1. Most names are told apart by their first bytes.
static int number_of(const char *name) {
  if (name == NULL) return -1;
  if (strncmp(name, "nfc_", 4) != 0 && strncmp(name, "SCard", 5) != 0 &&
      strncmp(name, "pn53x_t", 7) != 0)
    return -1;
  for (int i = 0; i < function_count; i++)
    if (strcmp(name, names[i]) == 0) return wrapper((enum function)i) ? i : -1;
  return -1;
}

// Whether code is libpcsclite's own: newer ones are a shell that looks the real functions up.
static bool is_of_library(const void *code) {
  Dl_info place;
  return dladdr(code, &place) && place.dli_fname && strstr(place.dli_fname, "libpcsclite");
}

#if __has_attribute(musttail)
#define TAIL_CALL __attribute__((musttail))
#else
#define TAIL_CALL
#endif

// The system judges RTLD_NEXT and RTLD_DEFAULT by who calls, so these calls must end in it.
VISIBLE void *dlsym(void *restrict handle, const char *restrict name) {
  find *system = system_dlsym ? system_dlsym : get_dlsym();
  if (system == NULL) return NULL;
  int number = number_of(name);
  if (handle == RTLD_NEXT || number < 0) TAIL_CALL return system(handle, name);
  // The wrappers are there in every program; the functions are not.
  if (handle == RTLD_DEFAULT && real((enum function)number) == NULL) return NULL;
  if (handle == RTLD_DEFAULT) TAIL_CALL return system(handle, name);
  void *theirs = system(handle, name);
  void *ours = wrapper((enum function)number);
  if (theirs == NULL || theirs == ours || !is_recording()) return theirs;
  if (is_of_library(__builtin_return_address(0))) return theirs;
  void *nobody = NULL;
  __atomic_compare_exchange_n(
      &found[number], &nobody, theirs, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  return ours;
}

static void *wrapper(enum function function) {
  static void (*const wrappers[function_count])(void) = {
#define WRAPPER(name) wrapper_##name,
      FUNCTIONS(WRAPPER)
#undef WRAPPER
  };
  if (function == f_nfc_device_get_connstring || function == f_SCardStatus) return NULL;
  return (void *)wrappers[function];
}
