"""Reads the NDEF message of whatever lies on a PN532, with nfcpy, and prints its URI.

read_ndef.py BRTY    106A, 106B or 212F; the port is that of LIBNFC_DEVICE
"""
import os
import sys

import nfc
import nfc.clf.pn532
import nfc.clf.transport

port = os.environ["LIBNFC_DEVICE"].split(":")[1]
frontend = nfc.ContactlessFrontend()
frontend.device = nfc.clf.pn532.init(nfc.clf.transport.TTY(port))
frontend.device._path = port
try:
    target = frontend.sense(nfc.clf.RemoteTarget(sys.argv[1]))
    if target is None:
        sys.exit("no card")
    tag = nfc.tag.activate(frontend, target)
    if tag is None or tag.ndef is None:
        sys.exit("no NDEF: %s" % tag)
    print(tag)
    for record in tag.ndef.records:
        print(record.uri)
finally:
    frontend.device.close()
