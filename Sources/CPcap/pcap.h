// libpcap, opened when it is first needed: a program that only reads files starts without it, and
// runs where it is not installed. Its headers are not needed either; what is declared here has been
// its binary interface since version 1.5 on 64-bit systems.
#ifndef NFCTRACE_PCAP_H
#define NFCTRACE_PCAP_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

// One packet, as pcap_next_ex gives it.
struct nfctrace_pcap_header {
  struct timeval time;
  uint32_t kept;
  uint32_t original;
};

struct nfctrace_pcap_counts {
  unsigned received, dropped, dropped_by_interface;
};

// The head of libpcap's list of interfaces.
struct nfctrace_pcap_interface {
  struct nfctrace_pcap_interface *next;
  const char *name, *description;
};

// A capture that is running.
struct nfctrace_pcap {
  void *library, *handle;
  int (*next)(void *, struct nfctrace_pcap_header **, const uint8_t **);
  int (*counts)(void *, struct nfctrace_pcap_counts *);
  const char *(*words)(void *);
  void (*close)(void *);
  int link_type, is_nanoseconds, descriptor;
};

// What opening found, besides libpcap's own codes, which are negative.
enum { NFCTRACE_PCAP_OPEN = 0, NFCTRACE_PCAP_MISSING = 1 };

static inline void *nfctrace_pcap_library(void) { return dlopen("libpcap.so.0.8", RTLD_NOW); }

// Opens an interface. Gives NFCTRACE_PCAP_OPEN, NFCTRACE_PCAP_MISSING where there is no libpcap, or
// libpcap's code with its words.
static inline int nfctrace_pcap_open(
    struct nfctrace_pcap *pcap, const char *name, int snap_length, char *words, size_t size) {
  memset(pcap, 0, sizeof *pcap);
  words[0] = 0;
  pcap->library = nfctrace_pcap_library();
  if (!pcap->library) return NFCTRACE_PCAP_MISSING;

  char error[256] = "";
#define SYMBOL(result, symbol, ...) \
  result (*symbol)(__VA_ARGS__) = (result (*)(__VA_ARGS__))dlsym(pcap->library, #symbol)
  SYMBOL(void *, pcap_create, const char *, char *);
  SYMBOL(int, pcap_set_snaplen, void *, int);
  SYMBOL(int, pcap_set_timeout, void *, int);
  SYMBOL(int, pcap_set_immediate_mode, void *, int);
  SYMBOL(int, pcap_set_tstamp_precision, void *, int);
  SYMBOL(int, pcap_get_tstamp_precision, void *);
  SYMBOL(int, pcap_activate, void *);
  SYMBOL(int, pcap_datalink, void *);
  SYMBOL(int, pcap_setnonblock, void *, int, char *);
  SYMBOL(int, pcap_get_selectable_fd, void *);
  SYMBOL(const char *, pcap_statustostr, int);
#undef SYMBOL
  *(void **)&pcap->next = dlsym(pcap->library, "pcap_next_ex");
  *(void **)&pcap->counts = dlsym(pcap->library, "pcap_stats");
  *(void **)&pcap->words = dlsym(pcap->library, "pcap_geterr");
  *(void **)&pcap->close = dlsym(pcap->library, "pcap_close");
  if (!pcap_create || !pcap_set_immediate_mode || !pcap_set_tstamp_precision || !pcap_activate ||
      !pcap->next || !pcap->close)
    return NFCTRACE_PCAP_MISSING;

  void *handle = pcap_create(name, error);
  if (!handle) {
    snprintf(words, size, "%s", error);
    return -1;
  }
  pcap_set_snaplen(handle, snap_length);
  pcap_set_timeout(handle, 50);
  // A packet is handed on when it comes, not when a buffer is full.
  pcap_set_immediate_mode(handle, 1);
  pcap_set_tstamp_precision(handle, 1);
  int code = pcap_activate(handle);
  if (code < 0) {
    const char *own = pcap->words(handle);
    snprintf(words, size, "%s", own && *own ? own : pcap_statustostr(code));
    pcap->close(handle);
    return code;
  }
  pcap_setnonblock(handle, 1, error);
  pcap->handle = handle;
  pcap->link_type = pcap_datalink(handle);
  pcap->is_nanoseconds = pcap_get_tstamp_precision(handle) == 1;
  pcap->descriptor = pcap_get_selectable_fd(handle);
  return NFCTRACE_PCAP_OPEN;
}

// The next packet if one is there: 1, 0 for none, negative where the capture has ended.
static inline int nfctrace_pcap_next(
    struct nfctrace_pcap *pcap, struct nfctrace_pcap_header **header, const uint8_t **bytes) {
  return pcap->next(pcap->handle, header, bytes);
}

// How many packets were lost since the capture began.
static inline unsigned nfctrace_pcap_dropped(struct nfctrace_pcap *pcap) {
  struct nfctrace_pcap_counts counts = {0, 0, 0};
  if (!pcap->counts || pcap->counts(pcap->handle, &counts) < 0) return 0;
  return counts.dropped + counts.dropped_by_interface;
}

// What libpcap says of the error that ended a capture.
static inline const char *nfctrace_pcap_words(struct nfctrace_pcap *pcap) {
  return pcap->words(pcap->handle);
}

static inline void nfctrace_pcap_close(struct nfctrace_pcap *pcap) {
  if (pcap->handle) pcap->close(pcap->handle);
  pcap->handle = NULL;
}

// Calls back with the name and description of each interface; gives how many, or -1 where there is
// no libpcap.
static inline int nfctrace_pcap_interfaces(
    void *context, void (*call)(void *context, const char *name, const char *description)) {
  void *library = nfctrace_pcap_library();
  if (!library) return -1;
  char error[256];
  int (*find)(struct nfctrace_pcap_interface **, char *);
  void (*release)(struct nfctrace_pcap_interface *);
  *(void **)&find = dlsym(library, "pcap_findalldevs");
  *(void **)&release = dlsym(library, "pcap_freealldevs");
  struct nfctrace_pcap_interface *first = NULL;
  if (!find || !release || find(&first, error) < 0) return 0;
  int count = 0;
  for (struct nfctrace_pcap_interface *one = first; one; one = one->next, count++)
    call(context, one->name, one->description ? one->description : "");
  release(first);
  return count;
}

#endif
