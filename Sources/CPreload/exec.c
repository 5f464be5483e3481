// Programs that a recorded program starts are recorded too, also those that it gives an environment
// of their own: env -i, daemons' helpers, sandboxes. Only the two variables that load this library
// and name the ring are added to what they get, and only where they lack them.
//
// These functions are called between vfork and exec, where memory is the parent's: everything is
// built on the stack, and nothing is looked up.
#include "preload.h"

#include <alloca.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

static char ring_variable[64];
static char preload_variable[4200];
static const char preload_name[] = "LD_PRELOAD=";
enum { preload_length = sizeof preload_name - 1, most_variables = 16384, most_text = 65536 };

typedef char *const list[];
static int (*real_execve)(const char *, list, list);
static int (*real_execvpe)(const char *, list, list);
static int (*real_fexecve)(int, list, list);
static int (*real_execveat)(int, const char *, list, list, int);
typedef int spawner(
    pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, list, list);
static spawner *real_spawn, *real_spawnp;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

// Remembers what to add: the ring's variable as it is, and the library as the linker called it.
void keep_environment(const char *place) {
  Dl_info self;
  *(void **)&real_execve = next("execve");
  *(void **)&real_execvpe = next("execvpe");
  *(void **)&real_fexecve = next("fexecve");
  *(void **)&real_execveat = next("execveat");
  *(void **)&real_spawn = next("posix_spawn");
  *(void **)&real_spawnp = next("posix_spawnp");
  if (!dladdr(preload_name, &self) || self.dli_fname == NULL || self.dli_fname[0] != '/') return;
  size_t length = strlen(self.dli_fname), count = strlen(place);
  if (length + preload_length >= sizeof preload_variable || count + 16 >= sizeof ring_variable)
    return;
  memcpy(preload_variable, preload_name, preload_length);
  memcpy(preload_variable + preload_length, self.dli_fname, length + 1);
  memcpy(ring_variable, "NFCTRACE_RING=", 14);
  memcpy(ring_variable + 14, place, count + 1);
}

static const char *library(void) { return preload_variable + preload_length; }

// Whether something is to be added. Whoever may not read the library cannot load it, and its linker
// would complain.
static bool lacks(char *const given[], size_t *count, const char **preloaded) {
  bool has_ring = false;
  *preloaded = NULL;
  for (*count = 0; given && given[*count]; (*count)++) {
    if (*count == most_variables) return false;
    const char *entry = given[*count];
    if (strncmp(entry, "NFCTRACE_RING=", 14) == 0) has_ring = true;
    if (*preloaded == NULL && strncmp(entry, preload_name, preload_length) == 0) *preloaded = entry;
  }
  if (!is_recording() || preload_variable[0] == 0) return false;
  if (has_ring && *preloaded && strstr(*preloaded, library())) return false;
  if (*preloaded && strlen(*preloaded) > most_text) return false;
  int error = errno;
  bool can = faccessat(AT_FDCWD, library(), R_OK, AT_EACCESS) == 0;
  errno = error;
  return can;
}

// What a program's list lacks is put into `own`, which has room for it.
static void complete(char *const given[], size_t count, const char *preloaded, char **own, char *text) {
  size_t at = 0;
  bool is_loaded = preloaded && strstr(preloaded, library());
  for (size_t i = 0; i < count; i++) {
    if (strncmp(given[i], "NFCTRACE_RING=", 14) == 0) continue;
    if (given[i] == preloaded && !is_loaded) continue;
    own[at++] = given[i];
  }
  own[at++] = ring_variable;
  if (!is_loaded && preloaded && preloaded[preload_length]) {
    size_t length = strlen(preloaded);
    memcpy(text, preloaded, length);
    text[length] = ':';
    strcpy(text + length + 1, library());
    own[at++] = text;
  } else if (!is_loaded) {
    own[at++] = preload_variable;
  }
  own[at] = NULL;
}

// Makes `given` the list with what it lacks, in room of the caller's own frame.
#define COMPLETE(given)                                                                       \
  do {                                                                                        \
    size_t count;                                                                             \
    const char *preloaded;                                                                    \
    if (!lacks(given, &count, &preloaded)) break;                                             \
    char **own = alloca((count + 3) * sizeof *own);                                           \
    char *text = alloca((preloaded ? strlen(preloaded) : 0) + sizeof preload_variable);       \
    complete(given, count, preloaded, own, text);                                             \
    given = own;                                                                              \
  } while (0)

// Of a program with more rights than this one, the linker keeps this library away.
static void notice_rights(const char *path) {
  struct stat status;
  int error = errno;
  if (is_recording() && stat(path, &status) == 0 &&
      ((status.st_mode & S_ISUID && status.st_uid != geteuid()) ||
       (status.st_mode & S_ISGID && status.st_mode & S_IXGRP && status.st_gid != getegid())))
    emit_raised(path);
  errno = error;
}

static int run(const char *path, list arguments, char *const *environment) {
  COMPLETE(environment);
  notice_rights(path);
  if (real_execve) return real_execve(path, arguments, environment);
  return (int)syscall(SYS_execve, path, arguments, environment);
}

static int find_and_run(const char *name, list arguments, char *const *environment) {
  if (real_execvpe == NULL) *(void **)&real_execvpe = next("execvpe");
  COMPLETE(environment);
  return real_execvpe(name, arguments, environment);
}

VISIBLE int execve(const char *path, list arguments, list environment) {
  return run(path, arguments, environment);
}

VISIBLE int execv(const char *path, list arguments) { return run(path, arguments, environ); }

VISIBLE int execvpe(const char *name, list arguments, list environment) {
  return find_and_run(name, arguments, environment);
}

VISIBLE int execvp(const char *name, list arguments) {
  return find_and_run(name, arguments, environ);
}

VISIBLE int fexecve(int file, list arguments, list given) {
  char *const *environment = given;
  if (real_fexecve == NULL) *(void **)&real_fexecve = next("fexecve");
  COMPLETE(environment);
  return real_fexecve(file, arguments, environment);
}

VISIBLE int execveat(int folder, const char *path, list arguments, list given, int flags) {
  char *const *environment = given;
  COMPLETE(environment);
  if (real_execveat) return real_execveat(folder, path, arguments, environment, flags);
  return (int)syscall(SYS_execveat, folder, path, arguments, environment, flags);
}

// The words of a call, up to the NULL that ends them.
#define WORDS(first, more)                                       \
  const char *volatile head = first;                             \
  size_t words = head != NULL;                                   \
  va_start(more, first);                                         \
  while (words && va_arg(more, char *)) words++;                 \
  va_end(more);                                                  \
  char **arguments = alloca((words + 1) * sizeof *arguments);    \
  arguments[0] = (char *)first;                                  \
  va_start(more, first);                                         \
  for (size_t i = 1; i <= words; i++) arguments[i] = va_arg(more, char *)

VISIBLE int execl(const char *path, const char *first, ...) {
  va_list more;
  WORDS(first, more);
  va_end(more);
  return run(path, arguments, environ);
}

VISIBLE int execlp(const char *name, const char *first, ...) {
  va_list more;
  WORDS(first, more);
  va_end(more);
  return find_and_run(name, arguments, environ);
}

VISIBLE int execle(const char *path, const char *first, ...) {
  va_list more;
  WORDS(first, more);
  char *const *environment = va_arg(more, char *const *);
  va_end(more);
  return run(path, arguments, environment);
}

VISIBLE int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, list arguments, list given) {
  char *const *environment = given;
  if (real_spawn == NULL) *(void **)&real_spawn = next("posix_spawn");
  COMPLETE(environment);
  notice_rights(path);
  return real_spawn(process, path, actions, attributes, arguments, environment);
}

VISIBLE int posix_spawnp(
    pid_t *process, const char *name, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, list arguments, list given) {
  char *const *environment = given;
  if (real_spawnp == NULL) *(void **)&real_spawnp = next("posix_spawnp");
  COMPLETE(environment);
  return real_spawnp(process, name, actions, attributes, arguments, environment);
}
