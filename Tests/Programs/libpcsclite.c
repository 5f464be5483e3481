// A stand-in for libpcsclite: one reader with a card that sends back what it was sent, and 90 00.
#include <string.h>

typedef unsigned long number;

long SCardEstablishContext(number scope, const void *one, const void *two, number *context) {
  (void)scope, (void)one, (void)two;
  *context = 1;
  return 0;
}

long SCardConnect(
    number context, const char *reader, number share, number protocols, long *card,
    number *protocol) {
  (void)context, (void)share, (void)protocols;
  if (strcmp(reader, "nothing") == 0) return 0x80100009;
  *card = 1;
  *protocol = 2;
  return 0;
}

long SCardStatus(
    long card, char *name, number *name_length, number *state, number *protocol,
    unsigned char *atr, number *atr_length) {
  (void)card, (void)state, (void)protocol;
  strcpy(name, "Stand-in 00 00");
  *name_length = 15;
  memcpy(atr, "\x3B\x80\x80\x01\x01", 5);
  *atr_length = 5;
  return 0;
}

long SCardTransmit(
    long card, const void *send, const unsigned char *tx, number count, void *receive,
    unsigned char *rx, number *length) {
  (void)card, (void)send, (void)receive;
  if (*length < count + 2) return 0x80100008;
  memcpy(rx, tx, count);
  memcpy(rx + count, "\x90\x00", 2);
  *length = count + 2;
  return 0;
}

long SCardControl(
    long card, number code, const void *tx, number count, void *rx, number room, number *length) {
  (void)card, (void)code, (void)room;
  memcpy(rx, tx, count);
  *length = count;
  return 0;
}

long SCardReconnect(long card, number share, number protocols, number then, number *protocol) {
  (void)card, (void)share, (void)protocols, (void)then;
  *protocol = 2;
  return 0;
}

long SCardDisconnect(long card, number then) {
  (void)card, (void)then;
  return 0;
}
