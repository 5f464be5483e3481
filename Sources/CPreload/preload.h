// What the parts of the preload library share.
#ifndef PRELOAD_H
#define PRELOAD_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../CRing/ring.h"

// What the programs' linkers see; everything else stays inside.
#define VISIBLE __attribute__((visibility("default")))

// Links, directions, events and flags as TraceFormat numbers them.
enum { LINK_NFC_A = 2, LINK_NFC_B = 3, LINK_NFC_F = 4, LINK_APDU = 6, LINK_PN532 = 7, LINK_ATR = 13 };
enum { NOWHERE = 0, TO_CARD = 1, FROM_CARD = 2 };
enum { NO_EVENT = 0, FIELD_OFF = 2, READER_OPENED = 3, TARGET_LOST = 4, COMMENT = 6 };
enum { CRC_STRIPPED = 1, STAMPED_AT_END = 16 };

// A reader that the program has opened: a libnfc device or a PC/SC handle.
struct device {
  uintptr_t handle;
  uint32_t number;       // its number in the ring
  bool is_chip;          // its commands were seen in pn53x_transceive
  bool is_easy;          // libnfc frames for the program
  bool is_gone;          // said once that it does not answer any more
  uint8_t link;          // what its bytes are, where no chip's commands are seen
};

// How deep this thread is in wrapped calls: what is called inside is not told again.
extern __thread int depth __attribute__((tls_model("initial-exec")));

// attach.c: the ring.
bool is_recording(void);
uint64_t now(void);
void emit(const struct device *device, uint64_t time, int link, int direction, int event, int flags,
          const void *lead, size_t lead_count, const void *bytes, size_t count);
void emit_begin(const struct device *device, const void *bytes, size_t count);
void emit_end(const struct device *device, int direction, const uint8_t lead[2], const void *bytes,
              size_t count);
void emit_text(const struct device *device, int event, const char *text);
void emit_opened(const char *path, int error);
void emit_called(int link);
void emit_raised(const char *path);
bool has_started(void);
struct device *find_device(uintptr_t handle);
struct device *add_device(uintptr_t handle, int link, const char *name);
void remove_device(uintptr_t handle);

// target.c: a selected card.
void tell_target(struct device *known, const uint8_t *found, const uint8_t *asked, size_t asked_count);

// exec.c: what programs that this one starts get, too.
void keep_environment(const char *place);

// resolve.c: the functions that are wrapped.
#define FUNCTIONS(each)                                                                            \
  each(nfc_open) each(nfc_close) each(nfc_list_devices) each(nfc_device_set_property_bool)        \
  each(nfc_initiator_init) each(nfc_initiator_select_passive_target)                              \
  each(nfc_initiator_list_passive_targets) each(nfc_initiator_poll_target)                        \
  each(nfc_initiator_transceive_bytes) each(nfc_initiator_transceive_bits)                        \
  each(nfc_initiator_transceive_bytes_timed) each(nfc_initiator_transceive_bits_timed)            \
  each(nfc_target_send_bytes) each(nfc_target_receive_bytes) each(pn53x_transceive)               \
  each(SCardEstablishContext) each(SCardListReaders) each(SCardConnect) each(SCardReconnect)      \
  each(SCardDisconnect) each(SCardTransmit) each(SCardControl) each(nfc_device_get_connstring)    \
  each(SCardStatus)

enum function {
#define NUMBER(name) f_##name,
  FUNCTIONS(NUMBER)
#undef NUMBER
  function_count
};

// The function of the library that the program meant; NULL where it has none.
void *real(enum function function);

#define REAL(name) ((__typeof__(&name))real(f_##name))

#endif
