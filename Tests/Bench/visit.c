/* The visits of the benchmark captures: payments, NDEF tags of Type 4 and Type 2, GET RESPONSE.
 *
 * Every value is made up; card numbers begin as test numbers do (476173). */

#include <string.h>

#include "visit.h"

static const char ppse[] = "00A404000E 325041592E5359532E4444463031 00";

static struct run ppse_directory(void) {
  struct run entry, list = {.length = 0}, issuer = {.length = 0}, all = {.length = 0};
  entry = hex("4F07A0000000031010 500A 5445535420 4445424954 870101");
  put_tlv_run(&list, "61", &entry);
  entry = hex("4F07A0000000041010 500A 54455354 43524544 4954 870102");
  put_tlv_run(&list, "61", &entry);
  put_tlv_run(&issuer, "BF0C", &list);
  put_tlv_hex(&all, "84", "325041592E5359532E4444463031");
  put_tlv_run(&all, "A5", &issuer);
  struct run directory = {.length = 0};
  put_tlv_run(&directory, "6F", &all);
  return directory;
}

/* A number of 16 digits with the check digit of ISO/IEC 7812. */
static void put_card_number(struct run *run) {
  uint8_t digits[16] = {4, 7, 6, 1, 7, 3};
  unsigned sum = 0;
  for (int at = 0; at < 15; at++) {
    if (at > 5) digits[at] = draw(10);
    unsigned part = digits[at] * (at % 2 == 0 ? 2 : 1);
    sum += part > 9 ? part - 9 : part;
  }
  digits[15] = (10 - sum % 10) % 10;
  for (int at = 0; at < 16; at += 2) put_byte(run, digits[at] << 4 | digits[at + 1]);
}

static struct run record(const struct run *number) {
  struct run fields = {.length = 0}, all = {.length = 0};
  put_tlv_run(&fields, "5A", number);
  put_hex(&fields, "5F2403291231 5F28020826 8C069F02069F0306");
  put_tlv_run(&all, "70", &fields);
  return all;
}

static void payment(struct visit *visit, int fate) {
  activate(visit, 7, 0x20, fate == FINE && draw(3) == 0);
  start_blocks(visit, false);
  visit->truth.ppse = 1;
  struct run sent = hex(ppse), got = ppse_directory();
  exchange(visit, &sent, &got, FINE);
  struct run fields = {.length = 0}, own;
  put_hex(&fields, "8407A0000000031010");
  own = hex("500A 54455354204445424954"
            "9F3818 9F66049F02069F03069F1A0295055F2A029A039C019F3704 5F2D02656E");
  put_tlv_run(&fields, "A5", &own);
  got.length = 0;
  put_tlv_run(&got, "6F", &fields);
  sent = hex("00A4040007A000000003101000");
  exchange(visit, &sent, &got, fate);
  sent = hex("80A8000023 8321 36004000 0000000010?? 000000000000 0826 0000000000 0826 260101 00"
             "???????? 00");
  struct run number = {.length = 0};
  put_card_number(&number);
  fields = hex("82022000 940408010100 5713");
  put(&fields, number.bytes, number.length);
  put_hex(&fields, "D29122011143804400000F 5F340101 9F100706011203A00000"
                   "9F2608???????????????? 9F270180 9F3602????");
  got.length = 0;
  put_tlv_run(&got, "77", &fields);
  exchange(visit, &sent, &got, FINE);
  sent = hex("00B2010C00");
  got = record(&number);
  exchange(visit, &sent, &got, FINE);
  stop_blocks(visit);
}

static void type4(struct visit *visit, int fate) {
  activate(visit, 4, 0x20, false);
  start_blocks(visit, true);
  exchange_hex(visit, "00A4040007D276000085010100", "");
  exchange_hex(visit, "00A4000C02E103", "");
  exchange_hex(visit, "00B000000F", "000F2000FF00FF0406E10404000000");
  exchange_hex(visit, "00A4000C02E104", "");
  struct run message = hex("D1013D5504 6578616D706C652E636F6D2F");
  put_letters(&message, 48);
  exchange_hex(visit, "00B0000002", "0041");
  struct run sent = hex("00B0000241"), got = message;
  exchange(visit, &sent, &got, fate);
  /* The same link, cut short, is written back. */
  sent = hex("00D600023C D101385504");
  put(&sent, message.bytes + 5, 55);
  got.length = 0;
  exchange(visit, &sent, &got, FINE);
  stop_blocks(visit);
}

static void type2_command(struct visit *visit, const char *command, const uint8_t *memory) {
  visit->truth.exchanges++;
  reader(visit, command, true);
  if (!memory) return;
  add(visit, CARD, CARD_WORKS, memory, 16);
  seal(visit, false);
}

static void type2(struct visit *visit, bool all) {
  activate(visit, 7, 0x00, false);
  struct run memory = {.length = 0};
  const uint8_t *uid = visit->uid + 1;
  put(&memory, uid, 3);
  put_byte(&memory, 0x88 ^ uid[0] ^ uid[1] ^ uid[2]);
  put(&memory, uid + 3, 4);
  put_byte(&memory, uid[3] ^ uid[4] ^ uid[5] ^ uid[6]);
  put_hex(&memory, "480000 E1101200 0312 D1010E5504 6578616D706C652E636F6D2F");
  put_letters(&memory, 1);
  put_hex(&memory, "FE 0000000000000000000000000000");
  type2_command(visit, "3000", memory.bytes);
  type2_command(visit, "3004", memory.bytes + 16);
  type2_command(visit, "3008", memory.bytes + 32);
  if (all) {
    type2_command(visit, "60", NULL);
    card(visit, CARD_WORKS, "0004040201001103", true);
    type2_command(visit, "3A0407", memory.bytes + 16);
    type2_command(visit, "1BFFFFFFFF", NULL);
    card(visit, CARD_WORKS, "8080", true);
    type2_command(visit, "A204????????", NULL);
    card(visit, CARD_WORKS, "0A", false);
  }
  reader(visit, "5000", true);
  add(visit, FIELD_OFF, READER_WORKS, NULL, 0);
}

/* Answers that are fetched by a second command, which makes no exchange of its own. */
static void get_response(struct visit *visit) {
  activate(visit, 7, 0x20, false);
  start_blocks(visit, false);
  visit->truth.ppse = 1;
  struct run directory = ppse_directory(), sent = hex(ppse), got = hex("61");
  put_byte(&got, directory.length);
  apdu(visit, &sent, &got, FINE);
  sent = hex("00C00000");
  put_byte(&sent, directory.length);
  exchange(visit, &sent, &directory, FINE);
  struct run number = {.length = 0};
  put_card_number(&number);
  struct run answer = record(&number);
  sent = hex("00B2010C10");
  got = hex("6C");
  put_byte(&got, answer.length);
  apdu(visit, &sent, &got, FINE);
  sent.bytes[4] = answer.length;
  exchange(visit, &sent, &answer, FINE);
  stop_blocks(visit);
}

const unsigned kinds = 20;

void make_visit(struct visit *visit, unsigned kind) {
  memset(&visit->truth, 0, sizeof visit->truth);
  visit->length = visit->count = 0;
  switch (kind) {
  case 0 ... 5: payment(visit, FINE); break;
  case 6: payment(visit, DAMAGED); break;
  case 7 ... 8: type4(visit, FINE); break;
  case 9 ... 11: type4(visit, MORE_TIME); break;
  case 12: type4(visit, SENT_AGAIN); break;
  case 13: type4(visit, DAMAGED_AND_SENT_AGAIN); break;
  case 14 ... 16: type2(visit, true); break;
  case 17: type2(visit, false); break;
  default: get_response(visit);
  }
  visit->truth.frames = visit->count;
}
