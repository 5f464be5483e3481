"""Says what nfcpy's own tag classes find on a PN532, and may write a message first.

tag_memory.py LOG BRTY [HEX | dump | format]    106A, 106B or 212F
HEX: the NDEF message to write and read again; dump: print the memory, too; format: make it empty first

Every frame to the chip and from it goes to LOG, as "> " and "< " and hex. Prints `length capacity readable writeable octets`, the numbers in decimal, the rest 0 or 1 and hex.
"""
import os
import sys

import nfc
import nfc.clf.pn532
import nfc.clf.transport



class LoggedTTY(nfc.clf.transport.TTY):
    """A serial port whose frames are written down."""
    log = open(sys.argv[1], "w")

    def write(self, frame):
        if frame:
            # Without what only wakes the chip up.
            start = bytes(frame).find(b"\0\0\xFF")
            print("> " + bytes(frame)[start:].hex().upper(), file=self.log)
        super().write(frame)

    def read(self, timeout):
        frame = super().read(timeout)
        if frame:
            print("< " + bytes(frame).hex().upper(), file=self.log)
        return frame


port = os.environ["LIBNFC_DEVICE"].split(":")[1]
frontend = nfc.ContactlessFrontend()
frontend.device = nfc.clf.pn532.init(LoggedTTY(port))
frontend.device._path = port
try:
    target = frontend.sense(nfc.clf.RemoteTarget(sys.argv[2]))
    tag = nfc.tag.activate(frontend, target)
    if tag is None or tag.ndef is None:
        sys.exit("no NDEF: %s" % tag)
    what = sys.argv[3] if len(sys.argv) > 3 else ""
    if what == "format":
        if not tag.format():
            sys.exit("not formatted: %s" % tag)
    elif what and what != "dump":
        tag.ndef.octets = bytes.fromhex(what)
    ndef = tag.ndef
    print(ndef.length, ndef.capacity, int(ndef.is_readable), int(ndef.is_writeable),
          ndef.octets.hex().upper())
    if what == "dump":
        print("\n".join(tag.dump()))
finally:
    frontend.device.close()
    LoggedTTY.log.close()
