/// Raises `ndef-wifi`.
enum NDEFWiFiRule {
  static let manual = """
    A Wi-Fi configuration does not hold together, or no access point takes it.

    Attributes have a type and a length of two bytes each; one claims more bytes than there are, or \
    another length than its type has. A length in front of the attributes comes from Bluetooth's \
    record, which has one. A warning is a key that WPA does not take: 8 to 63 characters, or 64 hex \
    digits. The key itself is never printed unless secrets are shown.
    """
}
