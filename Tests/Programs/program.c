// A program that is recorded: its words say what it does, in order.
//
//   open NAME     opens a reader of libnfc         exchange N   sends N commands of 4 bytes, counting
//   fork          goes on as parent and child      threads N M  N threads send M commands each
//   refused       a command the card refuses       connect      connects to a card through PC/SC
//   apdu N        an APDU of N bytes               escape       a command to the reader
//   reset         connects anew                    disconnect   with a reset
//   paced N       N commands, a hundred of them a millisecond
//   time N        prints the nanoseconds that each of N exchanges took
//   crash, kill, exit N, sleep MS, print TEXT, stopparent, killparent, wait (for SIGINT, SIGTERM)
//   device PATH   opens a file                     input        says what standard input is
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct nfc_device nfc_device;
typedef unsigned long number;
void nfc_init(void **);
nfc_device *nfc_open(void *, const char *);
int nfc_initiator_transceive_bytes(nfc_device *, const uint8_t *, size_t, uint8_t *, size_t, int);
long SCardEstablishContext(number, const void *, const void *, number *);
long SCardConnect(number, const char *, number, number, long *, number *);
long SCardTransmit(long, const void *, const unsigned char *, number, void *, unsigned char *, number *);
long SCardControl(long, number, const void *, number, void *, number, number *);
long SCardReconnect(long, number, number, number, number *);
long SCardDisconnect(long, number);

static nfc_device *device;
static uint32_t counter;
static long card;
static volatile sig_atomic_t caught;

static void exchange(nfc_device *device, uint32_t value) {
  uint8_t tx[4] = {value >> 24 & 0x7F, value >> 16, value >> 8, value}, rx[264];
  if (nfc_initiator_transceive_bytes(device, tx, 4, rx, sizeof rx, 0) != 4 || memcmp(tx, rx, 4)) {
    puts("wrong answer");
    exit(9);
  }
}

struct share {
  nfc_device *device;
  uint32_t first, count;
};

static void *work(void *context) {
  struct share *share = context;
  for (uint32_t i = 0; i < share->count; i++) exchange(share->device, share->first + i);
  return NULL;
}

static void threads(uint32_t count, uint32_t each) {
  pthread_t all[64];
  struct share shares[64];
  void *context;
  nfc_init(&context);
  for (uint32_t i = 0; i < count && i < 64; i++) {
    char name[32];
    snprintf(name, sizeof name, "thread:%u", i);
    shares[i] = (struct share){nfc_open(context, name), i << 24, each};
    pthread_create(&all[i], NULL, work, &shares[i]);
  }
  for (uint32_t i = 0; i < count && i < 64; i++) pthread_join(all[i], NULL);
}

static void catch(int number) { caught = number; }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int count, char **words) {
  void *context;
  number scope, protocol;
  nfc_init(&context);
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 1; i < count; i++) {
    const char *word = words[i];
    if (!strcmp(word, "open")) device = nfc_open(context, words[++i]);
    else if (!strcmp(word, "exchange")) for (int n = atoi(words[++i]); n > 0; n--) exchange(device, counter++);
    else if (!strcmp(word, "fork")) { if (fork() == 0) counter += 1u << 24; }
    else if (!strcmp(word, "threads")) { threads(atoi(words[i + 1]), atoi(words[i + 2])); i += 2; }
    else if (!strcmp(word, "refused")) {
      uint8_t tx = 0xEE, rx[16];
      printf("refused %d\n", nfc_initiator_transceive_bytes(device, &tx, 1, rx, sizeof rx, 0));
    }
    else if (!strcmp(word, "connect")) {
      SCardEstablishContext(2, NULL, NULL, &scope);
      SCardConnect(scope, "Stand-in 00 00", 2, 3, &card, &protocol);
    }
    else if (!strcmp(word, "apdu")) {
      number size = (number)atol(words[++i]), room = size + 2;
      unsigned char *tx = malloc(size), *rx = malloc(room);
      for (number n = 0; n < size; n++) tx[n] = (unsigned char)(n * 7);
      printf("apdu %ld\n", SCardTransmit(card, NULL, tx, size, NULL, rx, &room));
    }
    else if (!strcmp(word, "escape")) {
      unsigned char rx[64];
      number got;
      SCardControl(card, 0x42000DAC, "\xFF\x00\x48\x00\x00", 5, rx, sizeof rx, &got);
    }
    else if (!strcmp(word, "reset")) SCardReconnect(card, 2, 3, 1, &protocol);
    else if (!strcmp(word, "disconnect")) SCardDisconnect(card, 1);
    else if (!strcmp(word, "paced")) {
      for (int n = atoi(words[++i]), k = 1; k <= n; k++) {
        exchange(device, counter++);
        if (k % 100 == 0) usleep(1000);
      }
    }
    else if (!strcmp(word, "time")) {
      int n = atoi(words[++i]);
      double start = now();
      for (int k = 0; k < n; k++) exchange(device, counter++);
      printf("%.0f\n", (now() - start) / n);
    }
    else if (!strcmp(word, "crash")) *(volatile int *)(uintptr_t)(count > 1000) = 0;
    else if (!strcmp(word, "kill")) kill(getpid(), SIGKILL);
    else if (!strcmp(word, "exit")) exit(atoi(words[++i]));
    else if (!strcmp(word, "sleep")) usleep((useconds_t)atoi(words[++i]) * 1000);
    else if (!strcmp(word, "print")) puts(words[++i]);
    else if (!strcmp(word, "stopparent")) kill(getppid(), SIGSTOP);
    else if (!strcmp(word, "goparent")) kill(getppid(), SIGCONT);
    else if (!strcmp(word, "killparent")) kill(getppid(), SIGKILL);
    else if (!strcmp(word, "wait")) {
      signal(SIGINT, catch);
      signal(SIGTERM, catch);
      puts("waiting");
      for (int n = 0; !caught && n < 2000; n++) usleep(10000);
      printf("caught %d\n", (int)caught);
      signal(SIGINT, SIG_DFL);
    }
    else if (!strcmp(word, "device")) {
      int file = open(words[++i], O_RDWR | O_NOCTTY);
      printf("device %d\n", file >= 0);
    }
    else if (!strcmp(word, "input")) {
      char path[256];
      ssize_t got = readlink("/proc/self/fd/0", path, sizeof path - 1);
      printf("input %.*s\n", got < 0 ? 6 : (int)got, got < 0 ? "closed" : path);
    }
    else { printf("what is %s?\n", word); return 8; }
  }
  return 0;
}
