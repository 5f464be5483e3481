// A stand-in for libnfc with a reader that always answers at once: what costs time is not the card.
// InDataExchange comes back as it was sent. The real library's structure is kept where it matters:
// what a program calls is carried by pn53x_transceive, which is called through the linkage table,
// and a command first sends others.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char connstring[1024];
  int is_awake;
} nfc_device;

int pn53x_transceive(nfc_device *, const uint8_t *, size_t, uint8_t *, size_t, int);

static __attribute__((noinline)) void wake(nfc_device *device) {
  const uint8_t command[] = {0x14, 0x01};
  device->is_awake = 1;
  pn53x_transceive(device, command, sizeof command, NULL, 0, 0);
}

int pn53x_transceive(
    nfc_device *device, const uint8_t *tx, size_t count, uint8_t *rx, size_t room, int timeout) {
  (void)timeout;
  if (!device->is_awake) wake(device);
  if (tx[0] == 0x02 && room >= 4) {
    memcpy(rx, "\x32\x01\x06\x07", 4);
    return 4;
  }
  if (tx[0] != 0x40) return 0;
  if (count > 262 || room < count - 1) return -5;
  if (rx[0] == 0) rx[0] = 1;
  // A card that does not answer: status 1, and libnfc's error.
  if (count > 2 && tx[2] == 0xEE) {
    rx[0] = 0x01;
    return -20;
  }
  rx[0] = 0;
  memcpy(rx + 1, tx + 2, count - 2);
  return (int)count - 1;
}

void nfc_init(void **context) { *context = "context"; }
void nfc_exit(void *context) { (void)context; }

nfc_device *nfc_open(void *context, const char *name) {
  (void)context;
  if (name && strcmp(name, "nothing") == 0) return NULL;
  nfc_device *device = calloc(1, sizeof *device);
  snprintf(device->connstring, sizeof device->connstring, "%s", name ? name : "standin:0");
  const uint8_t version[] = {0x02};
  uint8_t answer[16];
  pn53x_transceive(device, version, sizeof version, answer, sizeof answer, 0);
  return device;
}

void nfc_close(nfc_device *device) { free(device); }

const char *nfc_device_get_connstring(nfc_device *device) { return device->connstring; }

int nfc_initiator_transceive_bytes(
    nfc_device *device, const uint8_t *tx, size_t count, uint8_t *rx, size_t room, int timeout) {
  uint8_t command[512] = {0x40, 0x01}, answer[512];
  if (count > 300) return -2;
  memcpy(command + 2, tx, count);
  int got = pn53x_transceive(device, command, count + 2, answer, sizeof answer, timeout);
  if (got < 1) return got;
  if ((size_t)got - 1 > room) return -5;
  memcpy(rx, answer + 1, (size_t)got - 1);
  return got - 1;
}
