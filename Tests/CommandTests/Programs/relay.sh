#!/bin/sh
# A phone at one reader talks to the card at another one, through nfc-relay-picc.
# The program reads at the reader that is listed last. The script runs itself three times: with one
# reader, with two, and where it may say which those are.
set -eu
case ${STEP:-0} in
  0) STEP=1 exec nfctrace play type4 --log phone.txt -- "$0" ;;
  1) FIRST=$LIBNFC_DEVICE STEP=2 exec nfctrace play type4 --log card.txt -- "$0" ;;
  2) STEP=3 exec unshare -m "$0" ;;
esac
cat >relay.conf <<END
allow_autoscan = false
device.name = "for the phone"
device.connstring = "$FIRST"
device.name = "for the card"
device.connstring = "$LIBNFC_DEVICE"
END
mount --bind relay.conf /etc/nfc/libnfc.conf
unset LIBNFC_DEVICE LIBNFC_DEFAULT_DEVICE
exec timeout 30 nfc-relay-picc "$@"
