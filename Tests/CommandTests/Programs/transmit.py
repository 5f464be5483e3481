"""Sends APDUs to the card in the first PC/SC reader, with pyscard, and prints what comes back.

transmit.py HEX...
"""
import sys

from smartcard.System import readers

reader = readers()[0]
print(reader)
connection = reader.createConnection()
connection.connect()
print(bytes(connection.getATR()).hex().upper())
for word in sys.argv[1:]:
    data, sw1, sw2 = connection.transmit(list(bytes.fromhex(word)))
    print(bytes(data + [sw1, sw2]).hex().upper())
