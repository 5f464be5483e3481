// Notices device files that a program opens past libnfc and PC/SC: they say why nothing was seen.
#include "preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

// Whether readers of cards are found under such a name.
static bool is_reader(const char *path) {
  static const char *const kinds[] = {
      "bus/usb/", "hidraw", "ttyUSB", "ttyACM", "ttyS", "ttyAMA", "serial/", "usb/hiddev", "pts/",
      "i2c-", "spidev", "nfc"};
  if (path == NULL || strncmp(path, "/dev/", 5) != 0) return false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strncmp(path + 5, kinds[i], strlen(kinds[i])) == 0) return true;
  return false;
}

static void notice(const char *path, int result) {
  if (depth > 0 || !is_recording() || !is_reader(path)) return;
  int error = errno;
  emit_opened(path, result < 0 ? error : 0);
  errno = error;
}

typedef int opener(const char *path, int flags, ...);
typedef int opener_at(int folder, const char *path, int flags, ...);
typedef FILE *stream_opener(const char *path, const char *mode);

static mode_t mode_of(int flags, va_list more) {
  // O_TMPFILE has the bit of O_DIRECTORY in it.
  return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(more, mode_t) : 0;
}

// Before the library's own start there is no asking the linker: allocators open files that early.
#define OPENS(name)                                                                     \
  VISIBLE int name(const char *path, int flags, ...) {                                  \
    static opener *call;                                                                \
    va_list more;                                                                       \
    va_start(more, flags);                                                              \
    mode_t mode = mode_of(flags, more);                                                 \
    va_end(more);                                                                       \
    if (call == NULL && has_started()) call = (opener *)dlsym(RTLD_NEXT, #name);       \
    int result = call ? call(path, flags, mode)                                         \
                      : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);          \
    notice(path, result);                                                               \
    return result;                                                                      \
  }

#define OPENS_AT(name)                                                                  \
  VISIBLE int name(int folder, const char *path, int flags, ...) {                      \
    static opener_at *call;                                                             \
    va_list more;                                                                       \
    va_start(more, flags);                                                              \
    mode_t mode = mode_of(flags, more);                                                 \
    va_end(more);                                                                       \
    if (call == NULL && has_started()) call = (opener_at *)dlsym(RTLD_NEXT, #name);    \
    int result = call ? call(folder, path, flags, mode)                                 \
                      : (int)syscall(SYS_openat, folder, path, flags, mode);            \
    notice(path, result);                                                               \
    return result;                                                                      \
  }

OPENS(open)
OPENS(open64)
OPENS(__open_2)
OPENS(__open64_2)
OPENS_AT(openat)
OPENS_AT(openat64)
OPENS_AT(__openat_2)
OPENS_AT(__openat64_2)

#define OPENS_STREAM(name)                                                              \
  VISIBLE FILE *name(const char *path, const char *mode) {                              \
    static stream_opener *call;                                                         \
    if (call == NULL) call = (stream_opener *)dlsym(RTLD_NEXT, #name);                  \
    FILE *result = call ? call(path, mode) : NULL;                                      \
    notice(path, result ? 0 : -1);                                                      \
    return result;                                                                      \
  }

OPENS_STREAM(fopen)
OPENS_STREAM(fopen64)
