#!/usr/bin/env python3
"""Reads and makes NDEF messages with ndeflib, which knows nothing of us.

    ndeflib_peer.py < lines     a line of hex is a message to read, `make COUNT SEED` makes messages

For each message read, one JSON object: `raw`, what ndeflib says of headers alone (records as type, id,
payload, or null and why not), and `values`, what it says when it knows the types. Messages that
it makes come with `hex` and `values`.
"""

import json
import random
import sys

import ndef
from ndef.message import message_decoder, message_encoder


def latin(text):
    return text.encode("latin").hex()


def value(record):
    """What a record says, as a list of strings; its first word is the kind."""
    if isinstance(record, ndef.TextRecord):
        return ["text", record.text, record.language, record.encoding]
    if isinstance(record, ndef.UriRecord):
        return ["uri", record.iri]
    if isinstance(record, ndef.SmartposterRecord):
        titles = [[title.language, title.text] for title in record.title_records]
        return ["smart-poster", record.resource.iri, json.dumps(titles, separators=(",", ":")),
                record.action or "", str(record.resource_size), str(record.resource_type),
                str(len(record.icon_records))]
    if isinstance(record, ndef.SignatureRecord):
        return ["signature", (record.signature or b"").hex(), record.signature_uri or "",
                ",".join(bytes(one).hex() for one in record.certificate_store),
                record.certificate_uri or ""]
    if isinstance(record, ndef.DeviceInformationRecord):
        return ["device-information", record.vendor_name, record.model_name,
                record.unique_name or "", record.uuid_string or "", record.version_string or ""]
    if isinstance(record, ndef.WifiPeerToPeerRecord):
        return ["other"]
    if isinstance(record, ndef.WifiSimpleConfigRecord):
        return ["wifi"] + sorted(
            "%04X:%s" % (key, bytes(one).hex()) for key in record for one in record[key])
    if isinstance(record, ndef.BluetoothEasyPairingRecord):
        return ["bluetooth", record.device_address.addr] + sorted(
            "%02X:%s" % (key, bytes(one).hex()) for key, one in record.items())
    if isinstance(record, ndef.BluetoothLowEnergyRecord):
        return ["bluetooth-le"] + sorted(
            "%02X:%s" % (key, bytes(one).hex()) for key, one in record.items())
    if isinstance(record, (ndef.HandoverRequestRecord, ndef.HandoverSelectRecord,
                           ndef.HandoverMediationRecord, ndef.HandoverInitiateRecord)):
        return ["handover", record.type[-2:], record.version_string] + [
            "/".join([one.carrier_power_state, latin(one.carrier_data_reference)]
                     + [latin(more) for more in one.auxiliary_data_reference])
            for one in record.alternative_carriers]
    return ["other"]


def read(octets):
    answer = {}
    try:
        answer["raw"] = [[record.type, latin(record.name), bytes(record.data).hex()]
                         for record in message_decoder(octets, known_types={})]
    except Exception as error:  # whatever it is, it is a refusal
        answer["raw"] = None
        answer["why"] = "%s: %s" % (type(error).__name__, error)
    try:
        answer["values"] = [value(record) for record in message_decoder(octets)]
    except Exception as error:
        answer["values"] = None
        answer["why"] = "%s: %s" % (type(error).__name__, error)
    return answer


LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-._~ÄßéЖ日本😀"


def text(chance, least=0, most=24, letters=LETTERS):
    return "".join(chance.choice(letters) for _ in range(chance.randint(least, most)))


def octets(chance, least=0, most=40):
    return bytes(chance.randrange(256) for _ in range(chance.randint(least, most)))


def address(chance):
    return ":".join("%02X" % chance.randrange(256) for _ in range(6))


def made(chance):
    """A record of any type that ndeflib makes."""
    kind = chance.randrange(11)
    ascii_letters = LETTERS[:40]
    if kind == 0:
        return ndef.TextRecord(text(chance), chance.choice(["en", "de-CH", "ja", "zh-Hans"]),
                               chance.choice(["UTF-8", "UTF-16"]))
    if kind == 1:
        return ndef.UriRecord(chance.choice(
            ["https://www.", "http://", "tel:", "mailto:", "urn:epc:id:", "x:", "urn:nfc:", "ftp://"])
            + text(chance, 1, letters=ascii_letters))
    if kind == 2:
        poster = ndef.SmartposterRecord("https://" + text(chance, 1, letters=ascii_letters))
        for language in chance.sample(["en", "de", "fr"], chance.randint(0, 3)):
            poster.set_title(text(chance), language)
        if chance.random() < 0.5:
            poster.action = chance.choice(["exec", "save", "edit"])
        if chance.random() < 0.3:
            poster.resource_size = chance.randrange(1 << 32)
        if chance.random() < 0.3:
            poster.resource_type = "text/html"
        if chance.random() < 0.3:
            poster.add_icon("image/png", octets(chance))
        return poster
    if kind == 3:
        certificates = [octets(chance, 1) for _ in range(chance.randint(0, 3))]
        return ndef.SignatureRecord(
            chance.choice(["ECDSA-P256", "DSA-2048", "RSASSA-PSS-2048"]), "SHA-256",
            octets(chance, 1, 72), None, "X.509", certificates,
            chance.choice(["", "http://a.example/chain"]))
    if kind == 4:
        device = ndef.DeviceInformationRecord(text(chance, 1, 12), text(chance, 1, 12))
        if chance.random() < 0.5:
            device.unique_name = text(chance, 1, 12)
        if chance.random() < 0.5:
            device.uuid_string = "%08x-0000-1000-8000-00805f9b34fb" % chance.randrange(1 << 32)
        return device
    if kind == 5:
        credential = ndef.wifi.Credential()
        credential.set_attribute("network-index", 1)
        credential.set_attribute("ssid", octets(chance, 1, 32))
        credential.set_attribute("authentication-type", "WPA2-Personal")
        credential.set_attribute("encryption-type", "AES")
        credential.set_attribute("network-key", octets(chance, 8, 63))
        credential.set_attribute("mac-address", octets(chance, 6, 6))
        wifi = ndef.WifiSimpleConfigRecord()
        wifi.add_attribute("credential", credential)
        return wifi
    if kind == 6:
        pairing = ndef.BluetoothEasyPairingRecord(address(chance))
        pairing.device_name = text(chance, 1, 12)
        pairing.device_class = chance.randrange(1 << 24) & 0xFFFFFC
        return pairing
    if kind == 7:
        pairing = ndef.BluetoothLowEnergyRecord()
        pairing.device_address = (address(chance), chance.choice(["public", "random"]))
        pairing.role_capabilities = "Peripheral"
        return pairing
    if kind == 8:
        return ndef.Record("text/plain", text(chance, 0, 4, ascii_letters), octets(chance))
    if kind == 9:
        return ndef.Record("urn:nfc:ext:example.com:t", None, octets(chance, 0, 400))
    return ndef.Record()


def handover(chance):
    select = chance.random() < 0.5
    record = ndef.HandoverSelectRecord("1.3") if select else ndef.HandoverRequestRecord(
        "1.3", chance.randrange(1 << 16))
    carriers = [ndef.Record("application/x-carrier", str(number), octets(chance))
                for number in range(chance.randint(1, 3))]
    for carrier in carriers:
        record.add_alternative_carrier(chance.choice(["active", "inactive", "activating"]),
                                       carrier.name)
    return [record] + carriers


def make(count, seed):
    chance = random.Random(seed)
    for _ in range(count):
        if chance.random() < 0.1:
            records = handover(chance)
        else:
            records = [made(chance) for _ in range(chance.randint(1, 4))]
            # ndeflib reads what follows a poster or a handover by their own types.
            records.sort(key=lambda record: isinstance(record, ndef.SmartposterRecord))
        answer = {"hex": b"".join(message_encoder(records)).hex(),
                  "values": [value(record) for record in records]}
        print(json.dumps(answer, separators=(",", ":")))


def main():
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["make"]:
            make(int(words[1]), int(words[2]))
        else:
            print(json.dumps(read(bytes.fromhex(line.strip())), separators=(",", ":")))


main()
