// libnfc, opened when it is needed: nfctrace starts without it, and builds without its headers.
// The prototypes are those of libnfc 1.8; what it takes by value or packs stays on this side.
#ifndef NFCTRACE_LIBNFC_H
#define NFCTRACE_LIBNFC_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>

#pragma pack(1)
typedef struct {
  int32_t type;
  int32_t rate;
} nfctrace_modulation;
#pragma pack()

struct nfctrace_libnfc {
  void (*init)(void **);
  void (*exit)(void *);
  size_t (*list)(void *, char (*)[1024], size_t);
  void *(*open)(void *, const char *);
  void (*close)(void *);
  int (*initiate)(void *);
  int (*set)(void *, int, bool);
  int (*supported)(void *, int, const int32_t **);
  int (*select)(void *, nfctrace_modulation, const uint8_t *, size_t, uint8_t *);
  int (*exchange)(void *, const uint8_t *, size_t, uint8_t *, size_t, int);
  int (*deselect)(void *);
  int (*is_present)(void *, const void *);
  void (*note)(void *, int, const char *);
  void *context;
};

// 0 where there is no libnfc that has what is needed.
static inline int nfctrace_libnfc_load(struct nfctrace_libnfc *nfc) {
  // Its complaints say nothing that its codes do not, and are none of the user's.
  setenv("LIBNFC_LOG_LEVEL", "0", 0);
  void *library = dlopen("libnfc.so.6", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libnfc.so", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
  memset(nfc, 0, sizeof *nfc);
#define NFCTRACE_FIND(field, name) *(void **)&nfc->field = dlsym(library, name)
  NFCTRACE_FIND(init, "nfc_init");
  NFCTRACE_FIND(exit, "nfc_exit");
  NFCTRACE_FIND(list, "nfc_list_devices");
  NFCTRACE_FIND(open, "nfc_open");
  NFCTRACE_FIND(close, "nfc_close");
  NFCTRACE_FIND(initiate, "nfc_initiator_init");
  NFCTRACE_FIND(set, "nfc_device_set_property_bool");
  NFCTRACE_FIND(supported, "nfc_device_get_supported_modulation");
  NFCTRACE_FIND(select, "nfc_initiator_select_passive_target");
  NFCTRACE_FIND(exchange, "nfc_initiator_transceive_bytes");
  NFCTRACE_FIND(deselect, "nfc_initiator_deselect_target");
  NFCTRACE_FIND(is_present, "nfc_initiator_target_is_present");
#undef NFCTRACE_FIND
  // The preload library's: what the reader does not say of itself.
  *(void **)&nfc->note = dlsym(RTLD_DEFAULT, "nfctrace_note");
  if (!nfc->init || !nfc->list || !nfc->open || !nfc->close || !nfc->initiate || !nfc->set ||
      !nfc->select || !nfc->exchange || !nfc->deselect || !nfc->is_present)
    return 0;
  nfc->init(&nfc->context);
  return nfc->context != NULL;
}

// Names of 1024 bytes each, ended by a zero.
static inline size_t nfctrace_libnfc_list(
    struct nfctrace_libnfc *nfc, void *names, size_t most) {
  return nfc->list(nfc->context, (char (*)[1024])names, most);
}

static inline void *nfctrace_libnfc_open(struct nfctrace_libnfc *nfc, const char *name) {
  char room[1024];
  strncpy(room, name, sizeof room - 1);
  room[sizeof room - 1] = 0;
  void *device = nfc->open(nfc->context, room);
  // Polls end by themselves (NP_INFINITE_SELECT 7), so that nothing has to be aborted.
  if (device && (nfc->initiate(device) < 0 || nfc->set(device, 7, false) < 0)) {
    nfc->close(device);
    return NULL;
  }
  return device;
}

// A selected card, as far as it is needed to go on with it.
struct nfctrace_card {
  int32_t type;
  uint8_t sak;
  uint8_t id_length;
  uint8_t id[10];
};

static inline int nfctrace_libnfc_select(
    struct nfctrace_libnfc *nfc, void *device, int32_t type, int32_t rate, const uint8_t *data,
    size_t count, struct nfctrace_card *card) {
  uint8_t found[512] = {0};
  nfctrace_modulation how = {type, rate};
  int result = nfc->select(device, how, count ? data : NULL, count, found);
  memset(card, 0, sizeof *card);
  card->type = type;
  if (result <= 0) return result;
  if (type == 1) {
    // nfc_iso14443a_info: ATQA 0, SAK 2, length of the UID 3 (8 bytes), UID 11.
    card->sak = found[2];
    card->id_length = found[3] <= 10 ? found[3] : 0;
    memcpy(card->id, found + 11, card->id_length);
  } else if (type == 7) {
    // nfc_felica_info: length 0 (8 bytes), response code 8, IDm 9.
    card->id_length = 8;
    memcpy(card->id, found + 9, 8);
  } else if (type == 3) {
    card->id_length = 4;
    memcpy(card->id, found, 4);
  }
  return result;
}

static inline int nfctrace_libnfc_exchange(
    struct nfctrace_libnfc *nfc, void *device, const uint8_t *tx, size_t count, uint8_t *rx,
    size_t room, int timeout) {
  return nfc->exchange(device, tx, count, rx, room, timeout);
}

static inline int nfctrace_libnfc_deselect(struct nfctrace_libnfc *nfc, void *device) {
  return nfc->deselect(device);
}

static inline int nfctrace_libnfc_is_present(struct nfctrace_libnfc *nfc, void *device) {
  return nfc->is_present(device, NULL);
}

// Technologies that the reader offers to an initiator: their numbers, ended by 0.
static inline const int32_t *nfctrace_libnfc_supported(struct nfctrace_libnfc *nfc, void *device) {
  const int32_t *types = NULL;
  if (nfc->supported == NULL || nfc->supported(device, 1, &types) < 0) return NULL;
  return types;
}

static inline void nfctrace_libnfc_note(
    struct nfctrace_libnfc *nfc, void *device, int event, const char *text) {
  if (nfc->note) nfc->note(device, event, text);
}

static inline void nfctrace_libnfc_close(struct nfctrace_libnfc *nfc, void *device) {
  if (device) nfc->close(device);
  if (nfc->exit) nfc->exit(nfc->context);
}

// Whoever records is gone: there is nobody to read for, and the process ends as if told to.
// (15 is SIGTERM.)
static inline void nfctrace_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, 15, 0, 0, 0); }

#endif
