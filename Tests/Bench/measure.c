/* Runs a program and says what it took. Its output goes to /dev/null.
 *
 *     measure PROGRAM ARGUMENT...
 *
 * prints: wall time and processor time in ns, peak memory in KiB, exit code.
 *
 * A process's peak begins with that of the one it was forked from, so whoever measures must be
 * small: this program is, and it spawns without copying itself (glibc's posix_spawn is a vfork). */

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
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
  if (count < 2) {
    fputs("usage: measure PROGRAM ARGUMENT...\n", stderr);
    return 2;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);

  pid_t child;
  int64_t start = now();
  int error = posix_spawnp(&child, arguments[1], &actions, NULL, arguments + 1, environ);
  if (error) {
    fprintf(stderr, "measure: %s: %s\n", arguments[1], strerror(error));
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
