// The ring through which traced programs hand what they see to the recorder: shared memory with
// any number of writers (processes, threads, signal handlers) and one reader.
//
// A writer owns a record from the moment at which it has exchanged the free word where the record
// begins for a claim that says how long the record is and who writes it. So a writer that is killed
// at any instruction leaves either nothing or a claim of known length, over which the reader steps.
// Nobody waits for anybody: where there is no room, the record is counted and dropped.
//
//   page 0   struct nfctrace_ring
//   page 1…  NFCTRACE_RING_BYTES of records, each a multiple of 8 bytes, wrapping around:
//            claim | time | device, length | kind link direction event flags thread |
//            original, check | bytes and what lay there, up to a multiple of 8
//
// A free word says in which lap around the ring it is free: what has been read becomes free for the
// next one. So a writer that was stopped between looking for the place and claiming it claims none
// that was used and read in the meantime. Positions only grow; a claim holds the low bits of its own
// position, so that no other word passes for one.

#ifndef NFCTRACE_RING_H
#define NFCTRACE_RING_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define NFCTRACE_RING_MAGIC 0x31676E6972636E66ull
#define NFCTRACE_RING_BYTES (4ull << 20)
#define NFCTRACE_RING_START 4096ull
#define NFCTRACE_RING_SIZE (NFCTRACE_RING_START + NFCTRACE_RING_BYTES)
#define NFCTRACE_RECORD_HEAD 40u
// An extended APDU with its answer's status fits; more is cut.
#define NFCTRACE_RECORD_MOST (128u << 10)

struct nfctrace_ring {
  uint64_t magic;
  char apart1[56];
  uint64_t head;  // where the next record is claimed
  char apart2[56];
  uint64_t tail;  // up to where records were read
  char apart3[56];
  uint64_t dropped;   // records there was no room for
  uint32_t attached;  // processes that have loaded the library
  uint32_t devices;   // numbers given to readers so far
  uint32_t threads;   // and to threads
};

enum nfctrace_kind {
  NFCTRACE_FRAME = 1,   // a frame or an event of a device
  NFCTRACE_DEVICE = 2,  // a device's name; link: 7 libnfc, 6 PC/SC
  NFCTRACE_OPENED = 3,  // a device file opened past the libraries; link: errno
  NFCTRACE_CALLED = 4,  // a library was asked for readers and had none; link: as above
  NFCTRACE_BEGIN = 5,   // the command of a call that may make other calls before it is sent
  NFCTRACE_END = 6,     // the answer of the thread's last such call; direction 0: there is none
  NFCTRACE_FORKED = 7,  // a process was forked with readers open
  NFCTRACE_RAISED = 8,  // a program was started that gets more rights, and so no library
};

struct nfctrace_event {
  uint64_t time;  // CLOCK_MONOTONIC, nanoseconds
  uint32_t pid;
  uint32_t device;
  uint32_t length;
  uint32_t original;  // the length before it was cut; of begin and end, how deep the call is
  uint16_t flags;     // as in FrameFlags
  uint16_t thread;    // of begin and end
  uint8_t kind, link, direction, event;
  uint32_t size;  // of the whole record
};

enum nfctrace_state { NFCTRACE_WRITING = 1, NFCTRACE_DONE = 2 };

static inline uint64_t *nfctrace_ring_word(struct nfctrace_ring *ring, uint64_t position) {
  char *data = (char *)ring + NFCTRACE_RING_START;
  return (uint64_t *)(data + (position & (NFCTRACE_RING_BYTES - 1) & ~7ull));
}

// The word that stands at a position while nobody has claimed it: 0 in the first lap.
static inline uint64_t nfctrace_free(uint64_t position) {
  return position / NFCTRACE_RING_BYTES << 2;
}

static inline uint64_t nfctrace_claim(
    uint64_t position, uint32_t size, uint32_t pid, enum nfctrace_state state) {
  return (uint64_t)state | (uint64_t)(size / 8) << 2 | (uint64_t)(pid & 0x3FFFFF) << 24 |
         (position / 8 & 0x3FFFF) << 46;
}

static inline uint32_t nfctrace_claim_size(uint64_t claim) {
  return (uint32_t)(claim >> 2 & 0x3FFFFF) * 8;
}

// Whether a word can be the claim of a record at this position.
static inline int nfctrace_is_claim(uint64_t claim, uint64_t position) {
  uint32_t size = nfctrace_claim_size(claim);
  return (claim & 3) - 1 < 2 && claim >> 46 == (position / 8 & 0x3FFFF) &&
         size >= NFCTRACE_RECORD_HEAD && size <= NFCTRACE_RECORD_HEAD + NFCTRACE_RECORD_MOST;
}

// A value that changes with every bit of a record behind its claim; the check itself counts as 0.
static inline uint32_t nfctrace_check(
    struct nfctrace_ring *ring, uint64_t position, uint32_t size) {
  uint64_t sum = 0x9E3779B97F4A7C15ull;
  for (uint32_t at = 8; at < size; at += 8) {
    uint64_t word = *nfctrace_ring_word(ring, position + at);
    if (at == 32) word &= 0xFFFFFFFF;
    sum = (sum ^ word) * 0xD6E8FEB86659FD93ull;
    sum ^= sum >> 32;
  }
  return (uint32_t)sum;
}

static inline uint64_t nfctrace_put(
    struct nfctrace_ring *ring, uint64_t position, const void *bytes, uint64_t count) {
  uint64_t at = position & (NFCTRACE_RING_BYTES - 1);
  uint64_t first = NFCTRACE_RING_BYTES - at;
  char *data = (char *)ring + NFCTRACE_RING_START;
  if (first > count) first = count;
  if (count == 0) return position;
  memcpy(data + at, bytes, first);
  memcpy(data, (const char *)bytes + first, count - first);
  return position + count;
}

// Writes a record of two runs of bytes. 0 if there was no room.
static inline int nfctrace_ring_write(
    struct nfctrace_ring *ring, const struct nfctrace_event *event, const void *lead,
    uint32_t lead_count, const void *bytes, uint32_t count) {
  uint32_t length = lead_count + count;
  uint32_t original = event->original ? event->original : length;
  uint16_t flags = event->flags;
  if (length > NFCTRACE_RECORD_MOST || length < count) {
    length = NFCTRACE_RECORD_MOST;
    count = length - lead_count;
    flags |= 4;
  }
  uint32_t size = NFCTRACE_RECORD_HEAD + ((length + 7) & ~7u);
  uint64_t position;
  uint64_t claim;
  for (int tries = 0;; tries++) {
    if (__atomic_load_n(&ring->magic, __ATOMIC_RELAXED) != NFCTRACE_RING_MAGIC) return 0;
    position = __atomic_load_n(&ring->head, __ATOMIC_ACQUIRE);
    uint64_t tail = __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE);
    // The reader may have gone past the head since it was looked at; then look again.
    int is_old = (int64_t)(position - tail) < 0;
    if (tries == 10000 || (!is_old && position + size - tail > NFCTRACE_RING_BYTES)) {
      __atomic_fetch_add(&ring->dropped, 1, __ATOMIC_RELAXED);
      return 0;
    }
    if (is_old) continue;
    claim = nfctrace_claim(position, size, event->pid, NFCTRACE_WRITING);
    uint64_t found = nfctrace_free(position);
    int is_ours = __atomic_compare_exchange_n(
        nfctrace_ring_word(ring, position), &found, claim, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    // Whose claim it is or not, the head moves behind it: its owner may have been killed.
    uint32_t taken = is_ours ? size : nfctrace_is_claim(found, position)
                                          ? nfctrace_claim_size(found) : 0;
    uint64_t expected = position;
    if (taken)
      __atomic_compare_exchange_n(
          &ring->head, &expected, position + taken, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    if (is_ours) break;
  }

  *nfctrace_ring_word(ring, position + 8) = event->time;
  *nfctrace_ring_word(ring, position + 16) = event->device | (uint64_t)length << 32;
  *nfctrace_ring_word(ring, position + 24) =
      event->kind | (uint64_t)event->link << 8 | (uint64_t)event->direction << 16 |
      (uint64_t)event->event << 24 | (uint64_t)flags << 32 | (uint64_t)event->thread << 48;
  *nfctrace_ring_word(ring, position + 32) = original;
  uint64_t end = nfctrace_put(ring, position + NFCTRACE_RECORD_HEAD, lead, lead_count);
  nfctrace_put(ring, end, bytes, count);
  uint64_t check = nfctrace_check(ring, position, size);
  *nfctrace_ring_word(ring, position + 32) = original | check << 32;
  __atomic_store_n(
      nfctrace_ring_word(ring, position),
      nfctrace_claim(position, size, event->pid, NFCTRACE_DONE), __ATOMIC_RELEASE);
  return 1;
}

enum nfctrace_found {
  NFCTRACE_NOTHING = 0,
  NFCTRACE_EVENT = 1,
  NFCTRACE_UNFINISHED = 2,  // event->pid still writes event->size bytes, or died over it
  NFCTRACE_DAMAGED = 3,     // event->size bytes, changed by somebody after they were written
  NFCTRACE_WRECKED = 4,     // no record begins where one must
};

// Looks at the record at `tail`, which only the reader moves.
static inline enum nfctrace_found nfctrace_ring_look(
    struct nfctrace_ring *ring, uint64_t tail, struct nfctrace_event *event) {
  uint64_t claim = __atomic_load_n(nfctrace_ring_word(ring, tail), __ATOMIC_ACQUIRE);
  if (claim == nfctrace_free(tail)) return NFCTRACE_NOTHING;
  if (!nfctrace_is_claim(claim, tail)) return NFCTRACE_WRECKED;
  event->pid = (uint32_t)(claim >> 24 & 0x3FFFFF);
  event->size = nfctrace_claim_size(claim);
  if ((claim & 3) == NFCTRACE_WRITING) return NFCTRACE_UNFINISHED;
  uint64_t sizes = *nfctrace_ring_word(ring, tail + 16);
  uint64_t what = *nfctrace_ring_word(ring, tail + 24);
  uint64_t sums = *nfctrace_ring_word(ring, tail + 32);
  event->time = *nfctrace_ring_word(ring, tail + 8);
  event->device = (uint32_t)sizes;
  event->length = (uint32_t)(sizes >> 32);
  event->kind = (uint8_t)what;
  event->link = (uint8_t)(what >> 8);
  event->direction = (uint8_t)(what >> 16);
  event->event = (uint8_t)(what >> 24);
  event->flags = (uint16_t)(what >> 32);
  event->thread = (uint16_t)(what >> 48);
  event->original = (uint32_t)sums;
  if (event->length > event->size - NFCTRACE_RECORD_HEAD) return NFCTRACE_DAMAGED;
  if ((uint32_t)(sums >> 32) != nfctrace_check(ring, tail, event->size)) return NFCTRACE_DAMAGED;
  return NFCTRACE_EVENT;
}

// Copies the bytes of the record at `tail`.
static inline void nfctrace_ring_copy(
    struct nfctrace_ring *ring, uint64_t tail, uint8_t *bytes, uint32_t count) {
  uint64_t at = (tail + NFCTRACE_RECORD_HEAD) & (NFCTRACE_RING_BYTES - 1);
  uint64_t first = NFCTRACE_RING_BYTES - at;
  const char *data = (const char *)ring + NFCTRACE_RING_START;
  if (first > count) first = count;
  memcpy(bytes, data + at, first);
  memcpy(bytes + first, data, count - first);
}

// Gives the record at `tail` back, and says where the next one begins.
static inline uint64_t nfctrace_ring_pass(
    struct nfctrace_ring *ring, uint64_t tail, uint32_t size) {
  uint64_t next = tail + size;
  uint64_t expected = tail;
  __atomic_compare_exchange_n(&ring->head, &expected, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  for (uint64_t at = tail; at < next; at += 8)
    __atomic_store_n(
        nfctrace_ring_word(ring, at), nfctrace_free(at + NFCTRACE_RING_BYTES), __ATOMIC_RELAXED);
  __atomic_store_n(&ring->tail, next, __ATOMIC_RELEASE);
  return next;
}

// Begins a ring in zeroed memory of NFCTRACE_RING_SIZE bytes.
static inline void nfctrace_ring_begin(struct nfctrace_ring *ring) {
  __atomic_store_n(&ring->magic, NFCTRACE_RING_MAGIC, __ATOMIC_RELEASE);
}

// Ends it: nobody writes any more.
static inline void nfctrace_ring_end(struct nfctrace_ring *ring) {
  __atomic_store_n(&ring->magic, 0, __ATOMIC_RELEASE);
}

static inline uint64_t nfctrace_ring_dropped(struct nfctrace_ring *ring) {
  return __atomic_load_n(&ring->dropped, __ATOMIC_RELAXED);
}

static inline uint32_t nfctrace_ring_attached(struct nfctrace_ring *ring) {
  return __atomic_load_n(&ring->attached, __ATOMIC_RELAXED);
}

#endif
