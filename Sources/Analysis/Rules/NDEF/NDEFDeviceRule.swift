/// Raises `ndef-device-information`.
enum NDEFDeviceRule {
  static let manual = """
    Device information does not hold together.

    It is elements of type, length and value; vendor and model have to be there, a UUID has 16 bytes, \
    the others are UTF-8.
    """
}
