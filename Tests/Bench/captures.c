/* Writes a capture for the benchmarks, and says what is in it.
 *
 *     captures repeating|fresh FRAMES OUT.pcap
 *
 * `repeating` draws from 400 visits, as a reader in daily use sees the same cards again; in
 * `fresh` no two visits hold the same values. Times differ in both. The same arguments give the
 * same file on every machine. On standard output: what a program that reads it must find. */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "visit.h"

enum { POOL = 400 };

static struct visit pool[POOL];
static FILE *out;
static uint64_t now = 1767225600u * UINT64_C(1000000000); /* 2026-01-01, in ns */

/* Draws how long it is silent before a frame, in ns. */
static uint64_t silence(int pause) {
  switch (pause) {
  case HARDWARE: return 86000 + draw(8) * 1180;
  case CARD_WORKS: return 300000 + draw(4000000);
  case READER_WORKS: return 200000 + draw(1000000);
  default: return 100000000 + draw(900000000);
  }
}

static void put_little(uint8_t *bytes, uint32_t number) {
  for (int at = 0; at < 4; at++) bytes[at] = number >> 8 * at;
}

/* A record of link type 264. At 106 kbit/s a byte takes 9 bits of 128 carrier cycles each. */
static void write_record(int event, int pause, const uint8_t *bytes, size_t length) {
  uint8_t head[20] = {0};
  now += silence(pause);
  put_little(head, now / 1000000000);
  put_little(head + 4, now / 1000 % 1000000);
  put_little(head + 8, length + 4);
  put_little(head + 12, length + 4);
  head[17] = event;
  head[18] = length >> 8;
  head[19] = length;
  fwrite(head, 1, sizeof head, out);
  fwrite(bytes, 1, length, out);
  if (length > 0) now += (1 + 9 * length) * 128 * 1000000000 / 13560000;
}

int main(int count, char **arguments) {
  bool repeats = count == 4 && strcmp(arguments[1], "repeating") == 0;
  if (count != 4 || (!repeats && strcmp(arguments[1], "fresh") != 0)) {
    fputs("usage: captures repeating|fresh FRAMES OUT.pcap\n", stderr);
    return 2;
  }
  uint64_t frames = strtoull(arguments[2], NULL, 10);
  out = fopen(arguments[3], "wb");
  if (!out) return perror(arguments[3]), 2;
  setvbuf(out, NULL, _IOFBF, 1 << 20);

  static const uint8_t head[24] = {0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, [16] = 0xFF, 0xFF,
                                   [20] = 264 & 0xFF, 264 >> 8};
  fwrite(head, 1, sizeof head, out);
  for (unsigned index = 0; repeats && index < POOL; index++)
    make_visit(&pool[index], index % kinds);

  struct truth truth = {0};
  while (truth.frames < frames) {
    struct visit *visit = &pool[repeats ? draw(POOL) : 0];
    if (!repeats) make_visit(visit, draw(kinds));
    if (visit->count > frames - truth.frames) break;
    for (size_t index = 0; index < visit->count; index++) {
      const struct frame *frame = &visit->frames[index];
      write_record(frame->event, frame->pause, visit->bytes + frame->start, frame->length);
    }
    truth.frames += visit->truth.frames;
    truth.visits += visit->truth.visits;
    truth.exchanges += visit->truth.exchanges;
    truth.damaged += visit->truth.damaged;
    truth.ppse += visit->truth.ppse;
  }
  /* A visit is never cut: what is left of the number are polls that nobody answers. */
  for (; truth.frames < frames; truth.frames++)
    write_record(READER, READER_WORKS, (const uint8_t[]){0x52}, 1);

  if (fclose(out) != 0) return perror(arguments[3]), 2;
  printf("frames %" PRIu64 "\nvisits %" PRIu64 "\nexchanges %" PRIu64 "\ndamaged %" PRIu64
         "\nppse %" PRIu64 "\n",
         truth.frames, truth.visits, truth.exchanges, truth.damaged, truth.ppse);
  return 0;
}
