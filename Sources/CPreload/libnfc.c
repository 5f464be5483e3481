// libnfc: what a program calls, and what libnfc sends to a PN53x chip for it.
//
// The prototypes are those of libnfc 1.8; its headers are not needed to build this.
#include "preload.h"

#pragma pack(1)
typedef struct {
  int32_t type;
  int32_t rate;
} modulation;
#pragma pack()

typedef struct context context;
typedef struct nfc_device nfc_device;
typedef uint8_t target;
enum { EASY_FRAMING = 11, IO_ERROR = -1, SOFTWARE_ERROR = -80, ABORTED = -7 };

const char *nfc_device_get_connstring(nfc_device *device);

static struct device *device_of(nfc_device *device) {
  if (device == NULL || !is_recording()) return NULL;
  struct device *known = find_device((uintptr_t)device);
  if (known) return known;
  __typeof__(&nfc_device_get_connstring) name = REAL(nfc_device_get_connstring);
  const char *words = name ? name(device) : NULL;
  return add_device((uintptr_t)device, LINK_PN532, words ? words : "libnfc");
}

// Which commands of a PN53x are answered by a status first.
static bool has_status(uint8_t command) {
  switch (command) {
    case 0x16: case 0x40: case 0x42: case 0x44: case 0x46: case 0x4E: case 0x50: case 0x52:
    case 0x54: case 0x56: case 0x86: case 0x88: case 0x8E: case 0x90: case 0x92: case 0x94:
      return true;
    default: return false;
  }
}

// Every command to a PN53x chip, whatever the driver. libnfc calls it through its own linkage table.
VISIBLE int pn53x_transceive(
    nfc_device *device, const uint8_t *tx, const size_t tx_count, uint8_t *rx, const size_t rx_room,
    int timeout) {
  __typeof__(&pn53x_transceive) call = REAL(pn53x_transceive);
  if (call == NULL) return SOFTWARE_ERROR;
  struct device *known = device_of(device);
  if (known == NULL || tx == NULL || tx_count == 0)
    return call(device, tx, tx_count, rx, rx_room, timeout);
  known->is_chip = true;

  // Where the caller wants no answer, libnfc takes it into a buffer of its own; so do we.
  uint8_t own[264];
  uint8_t *answer = rx && rx_room ? rx : own;
  size_t room = rx && rx_room ? rx_room : sizeof own;
  // After an error the status is where the answer would be, if any came.
  answer[0] = 0xFF;
  const uint8_t lead[2] = {0xD5, (uint8_t)(tx[0] + 1)};
  emit_begin(known, tx, tx_count);
  depth++;
  int count = call(device, tx, tx_count, answer, room, timeout);
  depth--;
  size_t got = count > 0 ? (size_t)count : 0;
  if (got > room) got = room;
  if (count < 0) got = has_status(tx[0]) && answer[0] != 0xFF;
  emit_end(known, count >= 0 || got ? FROM_CARD : NOWHERE, lead, answer, got);
  if (count == ABORTED) emit_text(known, COMMENT, "the program aborted the command");
  if (count == IO_ERROR && !known->is_gone) {
    known->is_gone = true;
    emit_text(known, COMMENT, "the reader does not answer any more: input/output error");
  }
  return count;
}

VISIBLE nfc_device *nfc_open(context *in, const char *name) {
  __typeof__(&nfc_open) call = REAL(nfc_open);
  if (call == NULL) return NULL;
  depth++;
  nfc_device *device = call(in, name);
  depth--;
  if (device)
    device_of(device);
  else if (depth == 0)
    emit_called(LINK_PN532);
  return device;
}

VISIBLE void nfc_close(nfc_device *device) {
  __typeof__(&nfc_close) call = REAL(nfc_close);
  if (call == NULL) return;
  depth++;
  call(device);
  depth--;
  remove_device((uintptr_t)device);
}

VISIBLE size_t nfc_list_devices(context *in, void *names, size_t count) {
  __typeof__(&nfc_list_devices) call = REAL(nfc_list_devices);
  if (call == NULL) return 0;
  depth++;
  size_t found = call(in, names, count);
  depth--;
  if (found == 0 && depth == 0) emit_called(LINK_PN532);
  return found;
}

VISIBLE int nfc_device_set_property_bool(nfc_device *device, int property, bool value) {
  __typeof__(&nfc_device_set_property_bool) call = REAL(nfc_device_set_property_bool);
  if (call == NULL) return SOFTWARE_ERROR;
  depth++;
  int result = call(device, property, value);
  depth--;
  struct device *known = result >= 0 && property == EASY_FRAMING ? device_of(device) : NULL;
  if (known) known->is_easy = value;
  return result;
}

VISIBLE int nfc_initiator_init(nfc_device *device) {
  __typeof__(&nfc_initiator_init) call = REAL(nfc_initiator_init);
  if (call == NULL) return SOFTWARE_ERROR;
  depth++;
  int result = call(device);
  depth--;
  struct device *known = device_of(device);
  if (known) known->is_easy = true;
  return result;
}

// The device, if what is called is to be told: from outside, and no chip's commands are seen.
static struct device *told(nfc_device *device) {
  if (depth > 0) return NULL;
  struct device *known = device_of(device);
  return known && !known->is_chip ? known : NULL;
}

static void tell(
    struct device *known, int direction, const void *bytes, size_t count, int flags) {
  if (known->link == LINK_PN532) known->link = LINK_NFC_A;
  int link = known->link == LINK_APDU && !known->is_easy ? LINK_NFC_A : known->link;
  if (link != LINK_APDU) flags |= CRC_STRIPPED;
  if (direction == FROM_CARD) flags |= STAMPED_AT_END;
  emit(known, now(), link, direction, NO_EVENT, flags, NULL, 0, bytes, count);
}

VISIBLE int nfc_initiator_select_passive_target(
    nfc_device *device, const modulation how, const uint8_t *data, const size_t count,
    target *found) {
  __typeof__(&nfc_initiator_select_passive_target) call = REAL(nfc_initiator_select_passive_target);
  if (call == NULL) return SOFTWARE_ERROR;
  target own[512];
  struct device *known = told(device);
  depth++;
  int result = call(device, how, data, count, known && !found ? own : found);
  depth--;
  if (known && result > 0) tell_target(known, found ? found : own, data, data ? count : 0);
  return result;
}

VISIBLE int nfc_initiator_list_passive_targets(
    nfc_device *device, const modulation how, target *found, const size_t most) {
  __typeof__(&nfc_initiator_list_passive_targets) call = REAL(nfc_initiator_list_passive_targets);
  if (call == NULL) return SOFTWARE_ERROR;
  struct device *known = told(device);
  depth++;
  int result = call(device, how, found, most);
  depth--;
  for (int i = 0; known && i < result && (size_t)i < most; i++) tell_target(known, found + 291 * i, NULL, 0);
  return result;
}

VISIBLE int nfc_initiator_poll_target(
    nfc_device *device, const modulation *how, const size_t count, const uint8_t times,
    const uint8_t period, target *found) {
  __typeof__(&nfc_initiator_poll_target) call = REAL(nfc_initiator_poll_target);
  if (call == NULL) return SOFTWARE_ERROR;
  struct device *known = told(device);
  depth++;
  int result = call(device, how, count, times, period, found);
  depth--;
  if (known && result > 0 && found) tell_target(known, found, NULL, 0);
  return result;
}

// The calls that carry bytes: what goes out before, what came back behind.
#define CARRY(sent, sent_count, call_it, got, got_count)                 \
  struct device *known = told(device);                                  \
  if (known && sent) tell(known, TO_CARD, sent, sent_count, 0);         \
  depth++;                                                              \
  int result = call_it;                                                 \
  depth--;                                                              \
  if (known && result > 0 && got) tell(known, FROM_CARD, got, got_count, 0); \
  return result

#define REAL_OR_ERROR(name)                \
  __typeof__(&name) call = REAL(name);     \
  if (call == NULL) return SOFTWARE_ERROR

VISIBLE int nfc_initiator_transceive_bytes(
    nfc_device *device, const uint8_t *tx, const size_t count, uint8_t *rx, const size_t room,
    int timeout) {
  REAL_OR_ERROR(nfc_initiator_transceive_bytes);
  CARRY(tx, count, call(device, tx, count, rx, room, timeout), rx, (size_t)result);
}

VISIBLE int nfc_initiator_transceive_bytes_timed(
    nfc_device *device, const uint8_t *tx, const size_t count, uint8_t *rx, const size_t room,
    uint32_t *cycles) {
  REAL_OR_ERROR(nfc_initiator_transceive_bytes_timed);
  CARRY(tx, count, call(device, tx, count, rx, room, cycles), rx, (size_t)result);
}

VISIBLE int nfc_initiator_transceive_bits(
    nfc_device *device, const uint8_t *tx, const size_t bits, const uint8_t *tx_parity, uint8_t *rx,
    const size_t room, uint8_t *rx_parity) {
  REAL_OR_ERROR(nfc_initiator_transceive_bits);
  CARRY(tx, (bits + 7) / 8, call(device, tx, bits, tx_parity, rx, room, rx_parity), rx,
        ((size_t)result + 7) / 8);
}

VISIBLE int nfc_initiator_transceive_bits_timed(
    nfc_device *device, const uint8_t *tx, const size_t bits, const uint8_t *tx_parity, uint8_t *rx,
    const size_t room, uint8_t *rx_parity, uint32_t *cycles) {
  REAL_OR_ERROR(nfc_initiator_transceive_bits_timed);
  CARRY(tx, (bits + 7) / 8, call(device, tx, bits, tx_parity, rx, room, rx_parity, cycles), rx,
        ((size_t)result + 7) / 8);
}

// As a card: what the program sends comes from the card.
VISIBLE int nfc_target_send_bytes(
    nfc_device *device, const uint8_t *tx, const size_t count, int timeout) {
  REAL_OR_ERROR(nfc_target_send_bytes);
  struct device *known = told(device);
  if (known && tx) tell(known, FROM_CARD, tx, count, 0);
  depth++;
  int result = call(device, tx, count, timeout);
  depth--;
  return result;
}

VISIBLE int nfc_target_receive_bytes(
    nfc_device *device, uint8_t *rx, const size_t room, int timeout) {
  REAL_OR_ERROR(nfc_target_receive_bytes);
  struct device *known = told(device);
  depth++;
  int result = call(device, rx, room, timeout);
  depth--;
  if (known && result > 0 && rx) tell(known, TO_CARD, rx, (size_t)result, 0);
  return result;
}

// For nfctrace's own process that drives a reader: what no call of libnfc says.
VISIBLE void nfctrace_note(nfc_device *device, int event, const char *text) {
  struct device *known = device_of(device);
  if (known == NULL) return;
  if (event == COMMENT)
    emit_text(known, COMMENT, text);
  else
    emit(known, now(), LINK_PN532, NOWHERE, event, 0, NULL, 0, NULL, 0);
}
