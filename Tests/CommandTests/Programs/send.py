"""Sends commands to whatever lies on a PN532, with nfcpy, and prints what comes back.

send.py BRTY HEX...    106A, 106B or 212F; APDUs to cards that speak ISO-DEP, else bare commands.
                       The word "off" takes the field away and selects the card anew.
"""
import os
import sys

import nfc
import nfc.clf.pn532
import nfc.clf.transport
from nfc.tag import tt4

port = os.environ["LIBNFC_DEVICE"].split(":")[1]
frontend = nfc.ContactlessFrontend()
frontend.device = nfc.clf.pn532.init(nfc.clf.transport.TTY(port))
frontend.device._path = port


def select():
    target = frontend.sense(nfc.clf.RemoteTarget(sys.argv[1]))
    if target is None:
        sys.exit("no card")
    tag = nfc.tag.activate(frontend, target)
    if tag is None:
        sys.exit("no tag")
    return tag


try:
    tag = select()
    print("selected", tag.identifier.hex().upper())
    for word in sys.argv[2:]:
        if word == "off":
            frontend.device.mute()
            tag = select()
            print("selected", tag.identifier.hex().upper())
            continue
        command = bytes.fromhex(word)
        try:
            if isinstance(tag, tt4.Type4Tag):
                answer = tag._dep.exchange(command)
            else:
                answer = tag.clf.exchange(command, 0.1)
        except nfc.clf.CommunicationError as error:
            print(type(error).__name__)
            continue
        except nfc.tag.TagCommandError as error:
            print(type(error).__name__)
            continue
        print(bytes(answer).hex().upper())
finally:
    frontend.device.close()
