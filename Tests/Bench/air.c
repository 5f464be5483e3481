/* What stands on air: bytes, CRC_A, activation, ISO-DEP blocks. */

#include "air.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* splitmix64: the same numbers on every machine. */
uint64_t draw(uint64_t below) {
  static uint64_t state = 20261130;
  uint64_t value = state += 0x9E3779B97F4A7C15u;
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
  value = (value ^ value >> 27) * 0x94D049BB133111EBu;
  return (value ^ value >> 31) % below;
}

void put(struct run *run, const void *bytes, size_t count) {
  if (count > sizeof run->bytes - run->length) abort();
  memcpy(run->bytes + run->length, bytes, count);
  run->length += count;
}

void put_byte(struct run *run, unsigned byte) { put(run, &(uint8_t){byte}, 1); }

/* Hex digits, spaces allowed; `?` `?` is a byte that is drawn. */
void put_hex(struct run *run, const char *hex) {
  for (; *hex; hex++) {
    if (*hex == ' ') continue;
    unsigned byte = draw(256);
    if (*hex != '?' && sscanf(hex, "%2x", &byte) != 1) abort();
    put_byte(run, byte);
    hex++;
  }
}

void put_letters(struct run *run, size_t count) {
  while (count-- > 0) put_byte(run, 'a' + draw(26));
}

/* A BER-TLV whose value is shorter than 128 bytes. */
static void put_tlv(struct run *run, const char *tag, const void *value, size_t length) {
  if (length > 127) abort();
  put_hex(run, tag);
  put_byte(run, length);
  put(run, value, length);
}

void put_tlv_hex(struct run *run, const char *tag, const char *hex) {
  struct run value = {.length = 0};
  put_hex(&value, hex);
  put_tlv(run, tag, value.bytes, value.length);
}

void put_tlv_run(struct run *run, const char *tag, const struct run *value) {
  put_tlv(run, tag, value->bytes, value->length);
}

/* CRC_A of ISO/IEC 14443-3. */
static unsigned crc_a(const uint8_t *bytes, size_t count) {
  unsigned crc = 0x6363;
  while (count-- > 0) {
    unsigned byte = (*bytes++ ^ crc) & 0xFF;
    byte = (byte ^ byte << 4) & 0xFF;
    crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4;
  }
  return crc;
}

void add(struct visit *visit, int event, int pause, const void *bytes, size_t count) {
  if (visit->count == sizeof visit->frames / sizeof *visit->frames) abort();
  if (count + 2 > sizeof visit->bytes - visit->length) abort();
  visit->frames[visit->count++] =
      (struct frame){visit->length, count, event, pause};
  if (count > 0) memcpy(visit->bytes + visit->length, bytes, count);
  visit->length += count;
}

/* Puts the CRC behind the last frame. */
void seal(struct visit *visit, bool damaged) {
  struct frame *frame = &visit->frames[visit->count - 1];
  unsigned crc = crc_a(visit->bytes + frame->start, frame->length);
  if (damaged) crc ^= 0xFF00;
  visit->truth.damaged += damaged;
  visit->bytes[visit->length++] = crc & 0xFF;
  visit->bytes[visit->length++] = crc >> 8;
  frame->length += 2;
}

void reader(struct visit *visit, const char *hex, bool sealed) {
  struct run run = {.length = 0};
  put_hex(&run, hex);
  add(visit, READER, READER_WORKS, run.bytes, run.length);
  if (sealed) seal(visit, false);
}

void card(struct visit *visit, int pause, const char *hex, bool sealed) {
  struct run run = {.length = 0};
  put_hex(&run, hex);
  add(visit, CARD, pause, run.bytes, run.length);
  if (sealed) seal(visit, false);
}

/* From the field's beginning to the selected card; `uid` is 4 or 7 bytes long. */
void activate(struct visit *visit, size_t length, unsigned sak, bool polled_by_phone_reader) {
  static const char ecp[] = "6A02C801000300027900000000";
  visit->truth.visits = 1;
  add(visit, FIELD_ON, NOBODY_THERE, NULL, 0);
  if (polled_by_phone_reader) {
    reader(visit, ecp, true);
    reader(visit, "52", false);
    reader(visit, ecp, true);
  }
  reader(visit, polled_by_phone_reader ? "52" : "26", false);
  card(visit, HARDWARE, length == 7 ? "4400" : "0400", false);
  struct run uid = {.length = 0};
  if (length == 7) put_byte(&uid, 0x88);
  put_hex(&uid, length == 7 ? "04 ?? ?? ?? ?? ?? ??" : "08 ?? ?? ??");
  memcpy(visit->uid, uid.bytes, uid.length);
  for (size_t level = 0; level * 4 < uid.length; level++) {
    struct run select = {.length = 0};
    const uint8_t *part = uid.bytes + level * 4;
    put_byte(&select, 0x93 + 2 * level);
    put_byte(&select, 0x20);
    add(visit, READER, READER_WORKS, select.bytes, 2);
    put(&select, part, 4);
    put_byte(&select, part[0] ^ part[1] ^ part[2] ^ part[3]);
    add(visit, CARD, HARDWARE, select.bytes + 2, 5);
    select.bytes[1] = 0x70;
    add(visit, READER, READER_WORKS, select.bytes, select.length);
    seal(visit, false);
    uint8_t answer = level * 4 + 4 < uid.length ? 0x04 : sak;
    add(visit, CARD, HARDWARE, &answer, 1);
    seal(visit, false);
  }
}

/* RATS and ATS. Both cards ask for 38.7 ms at the most. */
void start_blocks(struct visit *visit, bool small) {
  reader(visit, small ? "E010" : "E080", true);
  card(visit, HARDWARE, small ? "0572807002" : "0578807002", true);
  visit->reader_takes = small ? 24 : 256;
  visit->card_takes = small ? 32 : 256;
  visit->block = 0;
}

void stop_blocks(struct visit *visit) {
  reader(visit, "C2", true);
  card(visit, HARDWARE, "C2", true);
  add(visit, FIELD_OFF, READER_WORKS, NULL, 0);
}

static void add_block(
    struct visit *visit, int event, int pause, const struct run *unit, size_t start, size_t count,
    bool damaged) {
  bool is_last = start + count == unit->length;
  struct run block = {.length = 0};
  put_byte(&block, 0x02 | visit->block | (is_last ? 0 : 0x10));
  put(&block, unit->bytes + start, count);
  add(visit, event, pause, block.bytes, block.length);
  seal(visit, damaged);
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static void acknowledge(struct visit *visit, int event, int pause, unsigned pcb) {
  uint8_t block = pcb | visit->block;
  add(visit, event, pause, &block, 1);
  seal(visit, false);
}

/* A command and its answer, in as many blocks as they need. */
void apdu(struct visit *visit, const struct run *command, const struct run *answer, int fate) {
  for (size_t at = 0; at < command->length;) {
    size_t count = smaller(visit->card_takes - 3, command->length - at);
    add_block(visit, READER, READER_WORKS, command, at, count, false);
    at += count;
    if (at == command->length) break;
    acknowledge(visit, CARD, HARDWARE, 0xA2);
    visit->block ^= 1;
  }
  if (fate == MORE_TIME) {
    card(visit, CARD_WORKS, "F201", true);
    reader(visit, "F201", true);
  }
  for (size_t at = 0, index = 0; at < answer->length; index++) {
    size_t count = smaller(visit->reader_takes - 3, answer->length - at);
    bool is_last = at + count == answer->length;
    if ((fate == SENT_AGAIN || fate == DAMAGED_AND_SENT_AGAIN) && index == 1) {
      add_block(visit, CARD, HARDWARE, answer, at, count, fate == DAMAGED_AND_SENT_AGAIN);
      acknowledge(visit, READER, READER_WORKS, 0xB2);
    }
    int pause = index == 0 ? CARD_WORKS : HARDWARE;
    add_block(visit, CARD, pause, answer, at, count, fate == DAMAGED);
    at += count;
    visit->block ^= 1;
    if (!is_last) acknowledge(visit, READER, READER_WORKS, 0xA2);
  }
}

void exchange(struct visit *visit, const struct run *command, struct run *answer, int fate) {
  visit->truth.exchanges++;
  put_hex(answer, "9000");
  apdu(visit, command, answer, fate);
}

struct run hex(const char *digits) {
  struct run run = {.length = 0};
  put_hex(&run, digits);
  return run;
}

void exchange_hex(struct visit *visit, const char *command, const char *answer) {
  struct run sent = hex(command), got = hex(answer);
  exchange(visit, &sent, &got, FINE);
}
