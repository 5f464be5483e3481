// What of Linux the Swift overlay leaves out: memory files, signals as a file, the environment.
#ifndef NFCTRACE_SYSTEM_H
#define NFCTRACE_SYSTEM_H

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "ring.h"

extern char **environ;

static inline char **nfctrace_environment(void) { return environ; }

// Makes a ring in memory that nobody can make smaller under its readers. Its file is inherited by
// programs, under a number that none of them expects to be free. -1 where there is no memory.
static inline int nfctrace_ring_create(struct nfctrace_ring **ring) {
  // MFD_CLOEXEC | MFD_ALLOW_SEALING; F_ADD_SEALS with F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW.
  int file = (int)syscall(SYS_memfd_create, "nfctrace", 3u);
  if (file < 0) return -1;
  int high = fcntl(file, F_DUPFD, 200);
  if (high < 0) high = fcntl(file, F_DUPFD, 3);
  close(file);
  if (high < 0) return -1;
  void *memory = ftruncate(high, (off_t)NFCTRACE_RING_SIZE) != 0
                     ? MAP_FAILED
                     : mmap(NULL, NFCTRACE_RING_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, high, 0);
  if (memory == MAP_FAILED) {
    close(high);
    return -1;
  }
  fcntl(high, 1024 + 9, 7);
  *ring = (struct nfctrace_ring *)memory;
  nfctrace_ring_begin(*ring);
  return high;
}

static inline void nfctrace_ring_destroy(struct nfctrace_ring *ring, int file) {
  nfctrace_ring_end(ring);
  munmap(ring, NFCTRACE_RING_SIZE);
  close(file);
}

// Signals as a file to be read from.
static inline int nfctrace_signal_file(const sigset_t *signals) {
  return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

// The next signal: its number, 0 for none; `by_user` where a process sent it, not a terminal.
static inline int nfctrace_next_signal(int file, int *by_user) {
  struct signalfd_siginfo signal;
  if (read(file, &signal, sizeof signal) != (ssize_t)sizeof signal) return 0;
  *by_user = signal.ssi_code <= 0;
  return (int)signal.ssi_signo;
}

// Becomes the parent of whoever a child leaves behind.
static inline void nfctrace_adopt(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// What ended a process, taken apart: the macros are none that are imported.
static inline int nfctrace_exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static inline int nfctrace_end_signal(int status) {
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// Whether a file carries capabilities, for which the linker drops preloaded libraries.
static inline int nfctrace_has_capabilities(const char *path) {
  return getxattr(path, "security.capability", NULL, 0) > 0;
}

#endif
