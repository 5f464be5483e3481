// Finds the recorder's ring, and writes into it.
#include "preload.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

__thread int depth __attribute__((tls_model("initial-exec")));

static struct nfctrace_ring *ring;
static uint32_t pid;

enum { most_devices = 64, most_paths = 64 };
static struct device devices[most_devices];

static bool is_started;

bool is_recording(void) { return ring != NULL; }

bool has_started(void) { return is_started; }

uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// Which thread this is: commands that are sent on behalf of others are told apart by it.
static __thread uint16_t thread __attribute__((tls_model("initial-exec")));

// Whoever may go on with a reader says so, before it is known whether its parent waits for it.
static void notice_fork(void) {
  pid = (uint32_t)getpid();
  thread = 0;
  for (int i = 0; i < most_devices; i++) {
    if (devices[i].handle == 0) continue;
    struct nfctrace_event what = {.time = now(), .pid = pid, .kind = NFCTRACE_FORKED};
    nfctrace_ring_write(ring, &what, NULL, 0, NULL, 0);
    return;
  }
}

// pthread_atfork without the start files that name the library for it; it is never unloaded.
extern int __register_atfork(
    void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library);

// A number, up to the character that ends it.
static const char *number(const char *text, long *value) {
  *value = 0;
  while (*text >= '0' && *text <= '9' && *value < 100000000) *value = *value * 10 + *text++ - '0';
  return text;
}

static char *decimal(char *end, long value) {
  do *--end = (char)('0' + value % 10);
  while ((value /= 10) > 0);
  return end;
}

static void *map(int file) {
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0 || status.st_size != (off_t)NFCTRACE_RING_SIZE)
    return NULL;
  void *memory = mmap(NULL, NFCTRACE_RING_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return NULL;
  if (((struct nfctrace_ring *)memory)->magic == NFCTRACE_RING_MAGIC) return memory;
  munmap(memory, NFCTRACE_RING_SIZE);
  return NULL;
}

// NFCTRACE_RING is RECORDER:FILE, the recorder's process and its file number. Through /proc the ring
// is found also by those from whom a parent kept its files; the inherited file is the other way.
__attribute__((constructor)) static void attach(void) {
  int error = errno;
  is_started = true;
  const char *variable = getenv("NFCTRACE_RING");
  const char *place = variable;
  if (place == NULL || ring != NULL) return;
  long recorder, file;
  place = number(place, &recorder);
  if (*place != ':' || *number(place + 1, &file) != 0) return;
  char room[64];
  char *path = room + sizeof room - 1;
  *path = 0;
  path = decimal(path, file);
  path -= 4;
  memcpy(path, "/fd/", 4);
  path = decimal(path, recorder);
  path -= 6;
  memcpy(path, "/proc/", 6);

  int opened = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  struct nfctrace_ring *found = map(opened);
  if (opened >= 0) close(opened);
  if (found == NULL) found = map((int)file);
  if (found != NULL) {
    pid = (uint32_t)getpid();
    __register_atfork(NULL, NULL, notice_fork, NULL);
    __atomic_fetch_add(&found->attached, 1, __ATOMIC_RELAXED);
    keep_environment(variable);
    ring = found;
  }
  errno = error;
}

void emit(const struct device *device, uint64_t time, int link, int direction, int event, int flags,
          const void *lead, size_t lead_count, const void *bytes, size_t count) {
  if (ring == NULL) return;
  struct nfctrace_event what = {
      .time = time, .pid = pid, .device = device ? device->number : 0, .kind = NFCTRACE_FRAME,
      .link = (uint8_t)link, .direction = (uint8_t)direction, .event = (uint8_t)event,
      .flags = (uint16_t)flags};
  size_t length = lead_count + count;
  if (length > NFCTRACE_RECORD_MOST) {
    what.original = length > UINT32_MAX ? UINT32_MAX : (uint32_t)length;
    count = NFCTRACE_RECORD_MOST + 1 - lead_count;
  }
  nfctrace_ring_write(ring, &what, lead, (uint32_t)lead_count, bytes, (uint32_t)count);
}

static struct nfctrace_event call(const struct device *device, enum nfctrace_kind kind) {
  // Numbers begin again after 65,535 threads, long after the first ones have ended.
  while (thread == 0)
    thread = (uint16_t)__atomic_add_fetch(&ring->threads, 1, __ATOMIC_RELAXED);
  return (struct nfctrace_event){
      .time = now(), .pid = pid, .device = device->number, .kind = (uint8_t)kind,
      .link = LINK_PN532, .thread = thread, .original = (uint32_t)depth + 1};
}

void emit_begin(const struct device *device, const void *bytes, size_t count) {
  static const uint8_t lead[1] = {0xD4};
  struct nfctrace_event what = call(device, NFCTRACE_BEGIN);
  what.direction = TO_CARD;
  if (count > NFCTRACE_RECORD_MOST) count = NFCTRACE_RECORD_MOST;
  nfctrace_ring_write(ring, &what, lead, sizeof lead, bytes, (uint32_t)count);
}

void emit_end(const struct device *device, int direction, const uint8_t lead[2], const void *bytes,
              size_t count) {
  struct nfctrace_event what = call(device, NFCTRACE_END);
  what.direction = (uint8_t)direction;
  what.flags = STAMPED_AT_END;
  if (count > NFCTRACE_RECORD_MOST) count = NFCTRACE_RECORD_MOST;
  nfctrace_ring_write(ring, &what, lead, direction ? 2 : 0, bytes, (uint32_t)count);
}

void emit_text(const struct device *device, int event, const char *text) {
  emit(device, now(), LINK_PN532, NOWHERE, event, 0, NULL, 0, text, strlen(text));
}

void emit_opened(const char *path, int error) {
  static uint32_t told;
  if (ring == NULL || __atomic_fetch_add(&told, 1, __ATOMIC_RELAXED) >= most_paths) return;
  struct nfctrace_event what = {
      .time = now(), .pid = pid, .kind = NFCTRACE_OPENED, .link = (uint8_t)error};
  nfctrace_ring_write(ring, &what, NULL, 0, path, (uint32_t)strnlen(path, 4096));
}

void emit_called(int link) {
  if (ring == NULL) return;
  struct nfctrace_event what = {
      .time = now(), .pid = pid, .kind = NFCTRACE_CALLED, .link = (uint8_t)link};
  nfctrace_ring_write(ring, &what, NULL, 0, NULL, 0);
}

void emit_raised(const char *path) {
  if (ring == NULL) return;
  struct nfctrace_event what = {.time = now(), .pid = pid, .kind = NFCTRACE_RAISED};
  nfctrace_ring_write(ring, &what, NULL, 0, path, (uint32_t)strnlen(path, 4096));
}

struct device *find_device(uintptr_t handle) {
  if (handle == 0) return NULL;
  for (int i = 0; i < most_devices; i++)
    if (__atomic_load_n(&devices[i].handle, __ATOMIC_ACQUIRE) == handle) return &devices[i];
  return NULL;
}

struct device *add_device(uintptr_t handle, int link, const char *name) {
  if (ring == NULL || handle == 0) return NULL;
  struct device *device = find_device(handle);
  for (int i = 0; device == NULL && i < most_devices; i++) {
    uintptr_t nobody = 0;
    if (__atomic_compare_exchange_n(
            &devices[i].handle, &nobody, handle, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      device = &devices[i];
  }
  if (device == NULL) return NULL;
  device->number = __atomic_add_fetch(&ring->devices, 1, __ATOMIC_RELAXED);
  device->is_chip = device->is_gone = false;
  device->is_easy = true;
  device->link = (uint8_t)link;
  struct nfctrace_event what = {
      .time = now(), .pid = pid, .device = device->number, .kind = NFCTRACE_DEVICE,
      .link = (uint8_t)link};
  nfctrace_ring_write(ring, &what, NULL, 0, name, (uint32_t)strnlen(name, 1024));
  return device;
}

void remove_device(uintptr_t handle) {
  struct device *device = find_device(handle);
  if (device) __atomic_store_n(&device->handle, 0, __ATOMIC_RELEASE);
}
