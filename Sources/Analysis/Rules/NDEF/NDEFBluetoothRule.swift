/// Raises `ndef-bluetooth`.
enum NDEFBluetoothRule {
  static let manual = """
    Bluetooth pairing data does not hold together.

    BR/EDR data begins with its length, the two bytes of it included, and an address of six bytes; \
    structures of length, type and data follow. LE data is structures alone, with an address of seven \
    bytes and a role among them.
    """
}
