// PC/SC: APDUs to a card, escape commands to a reader, and the ATR with which a visit begins.
//
// The prototypes are those of pcsc-lite on Linux, where LONG and DWORD are as wide as long.
#include "preload.h"

typedef long status;
typedef unsigned long number;
typedef struct {
  number protocol;
  number length;
} request;

enum { FAILED_INSIDE = 0x80100001 };
enum { LEAVE_CARD = 0 };
// SCARD_CTL_CODE(1) and (3500): the two escapes that readers have for commands of their own.
enum { CCID_ESCAPE = 0x42000001, VENDOR_ESCAPE = 0x42000DAC };

status SCardStatus(
    long card, char *names, number *names_length, number *state, number *protocol, uint8_t *atr,
    number *atr_length);

// Asks what the reader is called and what the card answered to reset.
static bool ask(long card, char name[256], uint8_t atr[64], number *atr_length) {
  __typeof__(&SCardStatus) call = REAL(SCardStatus);
  number name_length = 255, state = 0, protocol = 0;
  *atr_length = 64;
  memset(name, 0, 256);
  if (call && call(card, name, &name_length, &state, &protocol, atr, atr_length) == 0) return true;
  *atr_length = 0;
  return false;
}

// Handles are small numbers, devices of libnfc are addresses; neither is the other's.
static uintptr_t key(long card) { return ((uintptr_t)card << 1) | 1; }

static struct device *device_of(long card) {
  if (!is_recording() || depth > 0) return NULL;
  struct device *known = find_device(key(card));
  if (known) return known;
  // Connected before anybody listened: by a parent, or in another library's name.
  char name[256];
  uint8_t atr[64];
  number length;
  return add_device(key(card), LINK_APDU, ask(card, name, atr, &length) ? name : "PC/SC");
}

static void begin_visit(struct device *known, long card) {
  char name[256];
  uint8_t atr[64];
  number length;
  if (known && ask(card, name, atr, &length) && length > 0 && length <= sizeof atr)
    emit(known, now(), LINK_ATR, FROM_CARD, NO_EVENT, STAMPED_AT_END, NULL, 0, atr, length);
}

// A card that went away, or a reader, where the status says so.
static void tell_loss(struct device *known, status result) {
  switch ((uint32_t)result) {
    case 0x80100069:  // SCARD_W_REMOVED_CARD
    case 0x8010000C:  // SCARD_E_NO_SMARTCARD
    case 0x80100016:  // SCARD_E_NOT_TRANSACTED
    case 0x80100066:  // SCARD_W_UNRESPONSIVE_CARD
    case 0x80100067:  // SCARD_W_UNPOWERED_CARD
      emit(known, now(), LINK_APDU, NOWHERE, TARGET_LOST, 0, NULL, 0, NULL, 0);
      break;
    case 0x80100017:  // SCARD_E_READER_UNAVAILABLE
    case 0x8010001E:  // SCARD_E_SERVICE_STOPPED
    case 0x8010001D:  // SCARD_E_NO_SERVICE
      if (known->is_gone) break;
      known->is_gone = true;
      emit_text(known, COMMENT, "the reader does not answer any more: PC/SC has lost it");
      break;
    default: break;
  }
}

// What came of a command: nothing at all is what a reader gives whose card was torn away.
static void tell_answer(
    struct device *known, status result, const void *rx, const number *length) {
  if (known == NULL) return;
  if (result != 0)
    tell_loss(known, result);
  else if (rx && length && *length > 0)
    emit(known, now(), LINK_APDU, FROM_CARD, NO_EVENT, STAMPED_AT_END, NULL, 0, rx, *length);
}

// That there is no daemon, or no reader, is why nothing may be seen of a program.
VISIBLE status SCardEstablishContext(
    number scope, const void *first, const void *second, long *context) {
  __typeof__(&SCardEstablishContext) call = REAL(SCardEstablishContext);
  if (call == NULL) return (status)FAILED_INSIDE;
  status result = call(scope, first, second, context);
  if (result != 0 && depth == 0) emit_called(LINK_APDU);
  return result;
}

VISIBLE status SCardListReaders(long context, const char *groups, char *readers, number *length) {
  __typeof__(&SCardListReaders) call = REAL(SCardListReaders);
  if (call == NULL) return (status)FAILED_INSIDE;
  status result = call(context, groups, readers, length);
  if (result != 0 && depth == 0) emit_called(LINK_APDU);
  return result;
}

VISIBLE status SCardConnect(
    unsigned long context, const char *reader, number share, number protocols, long *card,
    number *protocol) {
  __typeof__(&SCardConnect) call = REAL(SCardConnect);
  if (call == NULL) return (status)FAILED_INSIDE;
  depth++;
  status result = call(context, reader, share, protocols, card, protocol);
  depth--;
  if (result == 0 && card && depth == 0 && is_recording()) {
    remove_device(key(*card));
    begin_visit(add_device(key(*card), LINK_APDU, reader ? reader : "PC/SC"), *card);
  }
  if (result != 0 && depth == 0) emit_called(LINK_APDU);
  return result;
}

VISIBLE status SCardReconnect(
    long card, number share, number protocols, number then, number *protocol) {
  __typeof__(&SCardReconnect) call = REAL(SCardReconnect);
  if (call == NULL) return (status)FAILED_INSIDE;
  struct device *known = device_of(card);
  if (known && then != LEAVE_CARD)
    emit(known, now(), LINK_APDU, NOWHERE, FIELD_OFF, 0, NULL, 0, NULL, 0);
  depth++;
  status result = call(card, share, protocols, then, protocol);
  depth--;
  if (known && result == 0) begin_visit(known, card);
  return result;
}

VISIBLE status SCardDisconnect(long card, number then) {
  __typeof__(&SCardDisconnect) call = REAL(SCardDisconnect);
  if (call == NULL) return (status)FAILED_INSIDE;
  struct device *known = depth == 0 ? find_device(key(card)) : NULL;
  depth++;
  status result = call(card, then);
  depth--;
  if (known && result == 0) {
    if (then != LEAVE_CARD)
      emit(known, now(), LINK_APDU, NOWHERE, FIELD_OFF, 0, NULL, 0, NULL, 0);
    remove_device(key(card));
  }
  return result;
}

VISIBLE status SCardTransmit(
    long card, const request *send, const uint8_t *tx, number count, request *receive, uint8_t *rx,
    number *length) {
  __typeof__(&SCardTransmit) call = REAL(SCardTransmit);
  if (call == NULL) return (status)FAILED_INSIDE;
  struct device *known = device_of(card);
  if (known && tx)
    emit(known, now(), LINK_APDU, TO_CARD, NO_EVENT, 0, NULL, 0, tx, count);
  depth++;
  status result = call(card, send, tx, count, receive, rx, length);
  depth--;
  tell_answer(known, result, rx, length);
  return result;
}

// Whether an escape carries a command to a card or to the chip, in the dress of an APDU.
static bool is_command(number code, const uint8_t *bytes, number count) {
  return (code == CCID_ESCAPE || code == VENDOR_ESCAPE) && bytes && count >= 5 && bytes[0] == 0xFF;
}

VISIBLE status SCardControl(
    long card, number code, const void *tx, number count, void *rx, number room, number *length) {
  __typeof__(&SCardControl) call = REAL(SCardControl);
  if (call == NULL) return (status)FAILED_INSIDE;
  struct device *known = is_command(code, tx, count) ? device_of(card) : NULL;
  if (known) emit(known, now(), LINK_APDU, TO_CARD, NO_EVENT, 0, NULL, 0, tx, count);
  depth++;
  status result = call(card, code, tx, count, rx, room, length);
  depth--;
  tell_answer(known, result, rx, length);
  return result;
}
