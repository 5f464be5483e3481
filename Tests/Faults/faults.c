// A bad machine, for one program: loaded in front of the C library (LD_PRELOAD), it lets calls on
// files fail, and says at the end how many there were and how much memory was taken.
//
//   FAULTS_CALL    read, write, sync, cut, link or rename: which calls are meant
//   FAULTS_AT      the number of the first call that fails, from 1
//   FAULTS_HOW     what it fails with: an errno, `kill` (the program dies before it), or `torn`
//                  (half of the bytes are written, then the program dies)
//   FAULTS_LASTS   1: every later call fails, too
//   FAULTS_PIECE   reads give at most so many bytes
//   FAULTS_REPORT  a file that gets a line `calls N peak KIB`
//
// Only regular files, standard input and standard output count. Built by the tests and by
// `make soak`: cc -shared -fPIC -o faults.so faults.c
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long calls;

static long number(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text ? atol(text) : otherwise;
}

static int is_meant(const char *call, int fd) {
  const char *meant = getenv("FAULTS_CALL");
  if (!meant || strcmp(meant, call)) return 0;
  struct stat status;
  if (fd == STDERR_FILENO) return 0;
  return fd < 0 || fd == STDIN_FILENO || fd == STDOUT_FILENO ||
         (!fstat(fd, &status) && S_ISREG(status.st_mode));
}

// Counts a call; true if it is to fail, with errno set.
static int fails(const char *call, int fd, const void *bytes, size_t count) {
  if (!is_meant(call, fd)) return 0;
  long this = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  long at = number("FAULTS_AT", 0);
  if (at == 0 || this < at || (this > at && !number("FAULTS_LASTS", 0))) return 0;
  const char *how = getenv("FAULTS_HOW");
  if (how && (!strcmp(how, "kill") || !strcmp(how, "torn"))) {
    ssize_t (*put)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (*how == 't' && bytes) put(fd, bytes, count / 2);
    kill(getpid(), SIGKILL);
  }
  errno = (int)number("FAULTS_HOW", EIO);
  return 1;
}

static size_t piece(size_t count, int fd) {
  size_t most = (size_t)number("FAULTS_PIECE", 0);
  struct stat status;
  if (!most || most >= count) return count;
  return fd == STDIN_FILENO || (!fstat(fd, &status) && S_ISREG(status.st_mode)) ? most : count;
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

ssize_t read(int fd, void *room, size_t count) {
  if (fails("read", fd, NULL, 0)) return -1;
  return NEXT(ssize_t(*)(int, void *, size_t), "read")(fd, room, piece(count, fd));
}

ssize_t pread64(int fd, void *room, size_t count, off64_t offset) {
  if (fails("read", fd, NULL, 0)) return -1;
  return NEXT(ssize_t(*)(int, void *, size_t, off64_t), "pread64")(
      fd, room, piece(count, fd), offset);
}

ssize_t pread(int fd, void *room, size_t count, off_t offset) {
  return pread64(fd, room, count, offset);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  if (fails("write", fd, bytes, count)) return -1;
  return NEXT(ssize_t(*)(int, const void *, size_t), "write")(fd, bytes, count);
}

int fdatasync(int fd) {
  if (fails("sync", fd, NULL, 0)) return -1;
  return NEXT(int (*)(int), "fdatasync")(fd);
}

int ftruncate64(int fd, off64_t length) {
  if (fails("cut", fd, NULL, 0)) return -1;
  return NEXT(int (*)(int, off64_t), "ftruncate64")(fd, length);
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int linkat(int from, const char *old, int to, const char *new, int flags) {
  if (fails("link", -1, NULL, 0)) return -1;
  return NEXT(int (*)(int, const char *, int, const char *, int), "linkat")(
      from, old, to, new, flags);
}

int rename(const char *old, const char *new) {
  if (fails("rename", -1, NULL, 0)) return -1;
  return NEXT(int (*)(const char *, const char *), "rename")(old, new);
}

// The peak is that of this program alone; what wait4 tells of a child counts its parent's, too.
static long peak(void) {
  char line[128];
  long peak = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) {
    if (sscanf(line, "VmHWM: %ld", &peak) == 1) break;
  }
  if (status) fclose(status);
  return peak;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAULTS_REPORT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "calls %ld peak %ld\n", calls, peak());
  fclose(file);
}
