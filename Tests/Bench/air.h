/* What a sniffer beside a reader and a card hears, put together byte by byte. */

#ifndef AIR_H
#define AIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CARD = 0xFF, READER = 0xFE, FIELD_OFF = 0xFD, FIELD_ON = 0xFC };

/* How long it is silent before a frame; the exact time is drawn when the frame is written. */
enum pause { HARDWARE, CARD_WORKS, READER_WORKS, NOBODY_THERE };

struct frame {
  uint16_t start, length; /* in the visit's bytes, without the pseudo header */
  uint8_t event, pause;
};

/* What is true of the frames, whatever a program that reads them says. */
struct truth {
  uint64_t frames, visits, exchanges, damaged, ppse;
};

/* One stay of a card in the field. */
struct visit {
  uint8_t bytes[4096];
  struct frame frames[160];
  size_t length, count;
  struct truth truth;
  uint8_t uid[8]; /* with the cascade tag in front, if there is one */
  /* ISO-DEP: the number of the next block, and what each side takes in one frame. */
  unsigned block, card_takes, reader_takes;
};

/* A run of bytes that is being put together. */
struct run {
  uint8_t bytes[512];
  size_t length;
};

/* The next number of the one sequence that everything is drawn from. */
uint64_t draw(uint64_t below);

/* Hex digits, spaces allowed; `??` is a byte that is drawn. */
struct run hex(const char *digits);
void put_hex(struct run *run, const char *hex);
void put(struct run *run, const void *bytes, size_t count);
void put_byte(struct run *run, unsigned byte);
void put_letters(struct run *run, size_t count);

/* A BER-TLV whose value is shorter than 128 bytes. */
void put_tlv_hex(struct run *run, const char *tag, const char *hex);
void put_tlv_run(struct run *run, const char *tag, const struct run *value);

/* A frame, and the CRC behind the last frame. */
void add(struct visit *visit, int event, int pause, const void *bytes, size_t count);
void seal(struct visit *visit, bool damaged);
void reader(struct visit *visit, const char *hex, bool sealed);
void card(struct visit *visit, int pause, const char *hex, bool sealed);

/* From the field's beginning to the selected card; a UID of 4 or 7 bytes is drawn. */
void activate(struct visit *visit, size_t length, unsigned sak, bool polled_by_phone_reader);

/* RATS and ATS, with frames of 24 and 32 bytes or of 256; and DESELECT. */
void start_blocks(struct visit *visit, bool small);
void stop_blocks(struct visit *visit);

/* What befalls an answer. */
enum fate { FINE, MORE_TIME, SENT_AGAIN, DAMAGED_AND_SENT_AGAIN, DAMAGED };

/* A command and its answer in as many blocks as they need; an exchange counts and ends in 9000. */
void apdu(struct visit *visit, const struct run *command, const struct run *answer, int fate);
void exchange(struct visit *visit, const struct run *command, struct run *answer, int fate);
void exchange_hex(struct visit *visit, const char *command, const char *answer);

#endif
