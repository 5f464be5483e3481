/* Runs a program and says what it took. Its output goes to /dev/null.
 *
 *     measure [NAME=VALUE]... PROGRAM ARGUMENT...
 *
 * prints: wall time and processor time in ns, peak memory in KiB, exit code.
 *
 * A process's peak begins with that of the one it was forked from, so whoever measures must be
 * small: this program is, and it spawns without copying itself (glibc's posix_spawn is a vfork). */

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int64_t nanoseconds(struct timeval time) {
  return time.tv_sec * INT64_C(1000000000) + time.tv_usec * INT64_C(1000);
}

int main(int count, char **arguments) {
  char **command = arguments + (count > 0);
  while (*command && strchr(*command, '=')) putenv(*command++);
  if (!*command) {
    fputs("usage: measure [NAME=VALUE]... PROGRAM ARGUMENT...\n", stderr);
    return 2;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);

  pid_t child;
  int64_t start = now();
  int error = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
  if (error) {
    fprintf(stderr, "measure: %s: %s\n", command[0], strerror(error));
    return 2;
  }
  int status;
  struct rusage used;
  if (wait4(child, &status, 0, &used) != child) return perror("measure"), 2;
  int64_t wall = now() - start;
  printf("%" PRId64 " %" PRId64 " %ld %d\n", wall,
         nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime), used.ru_maxrss,
         WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}
