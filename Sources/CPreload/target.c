// What a card was asked and has said while it was selected, where only libnfc's own words tell it: its
// nfc_target of version 1.8.
#include "preload.h"

// The parts of the packed structure that are told.
enum { of_atqa = 0, of_sak = 2, of_uid_length = 3, of_uid = 11, of_ats_length = 21, of_ats = 29 };
enum { of_idm = 9, of_pmm = 17, of_system = 25, of_type = 283 };
enum { TYPE_A = 1, TYPE_B = 3, TYPE_FELICA = 7 };

// What a selected card has said of itself, as far as libnfc hands it on, and what it was asked.
void tell_target(
    struct device *known, const uint8_t *found, const uint8_t *asked, size_t asked_count) {
  int32_t type;
  memcpy(&type, found + of_type, sizeof type);
  uint64_t time = now();
  if (type == TYPE_A) {
    const uint8_t atqa[2] = {found[of_atqa + 1], found[of_atqa]}, reqa = 0x26;
    emit(known, time, LINK_NFC_A, TO_CARD, NO_EVENT, 0, NULL, 0, &reqa, 1);
    emit(known, time, LINK_NFC_A, FROM_CARD, NO_EVENT, 0, NULL, 0, atqa, 2);
    size_t uid_length = found[of_uid_length];
    const uint8_t *uid = found + of_uid;
    for (size_t level = 0, at = 0; at < uid_length && uid_length <= 10 && level < 3; level++) {
      bool goes_on = uid_length - at > 4;
      uint8_t select[7] = {(uint8_t)(0x93 + 2 * level), 0x70, 0x88};
      memcpy(select + 2 + goes_on, uid + at, goes_on ? 3 : 4);
      at += goes_on ? 3 : 4;
      select[6] = select[2] ^ select[3] ^ select[4] ^ select[5];
      uint8_t sak = goes_on ? 0x04 : found[of_sak];
      emit(known, time, LINK_NFC_A, TO_CARD, NO_EVENT, CRC_STRIPPED, NULL, 0, select, 7);
      emit(known, time, LINK_NFC_A, FROM_CARD, NO_EVENT, CRC_STRIPPED, NULL, 0, &sak, 1);
    }
    uint8_t ats_length = found[of_ats_length];
    uint8_t length = (uint8_t)(ats_length + 1);
    // FSDI 5 is what every chip that libnfc drives asks with.
    const uint8_t rats[2] = {0xE0, 0x50};
    if (ats_length > 0 && ats_length < 254) {
      emit(known, time, LINK_NFC_A, TO_CARD, NO_EVENT, CRC_STRIPPED, NULL, 0, rats, 2);
      emit(known, time, LINK_NFC_A, FROM_CARD, NO_EVENT, CRC_STRIPPED, &length, 1, found + of_ats,
           ats_length);
    }
    known->link = found[of_sak] & 0x20 ? LINK_APDU : LINK_NFC_A;
  } else if (type == TYPE_FELICA) {
    // POLLING for any system, unless the program named one.
    uint8_t lead[2] = {18, 1};
    const uint8_t any[5] = {0x00, 0xFF, 0xFF, 0x01, 0x00}, length = 6;
    emit(known, time, LINK_NFC_F, TO_CARD, NO_EVENT, CRC_STRIPPED, &length, 1,
         asked_count == 5 ? asked : any, 5);
    emit(known, time, LINK_NFC_F, FROM_CARD, NO_EVENT, CRC_STRIPPED, lead, 2, found + of_idm, 16);
    known->link = LINK_NFC_F;
  } else if (type == TYPE_B) {
    uint8_t lead = 0x50;
    const uint8_t reqb[3] = {0x05, asked_count ? asked[0] : 0x00, 0x00};
    emit(known, time, LINK_NFC_B, TO_CARD, NO_EVENT, CRC_STRIPPED, NULL, 0, reqb, 3);
    emit(known, time, LINK_NFC_B, FROM_CARD, NO_EVENT, CRC_STRIPPED, &lead, 1, found, 11);
    known->link = LINK_APDU;
  } else {
    known->link = LINK_NFC_A;
  }
}
