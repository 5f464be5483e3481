import Bytes

extension TextRecord.Fault {
  /// What is wrong, in a sentence without its full stop.
  package var words: String {
    switch self {
    case .noStatus: "a text needs its status byte, and the payload is empty"
    case .statusForgotten:
      "the payload is text from its first byte on: the status byte was forgotten"
    case .reservedBit: "bit 6 of the status byte is reserved"
    case .languageOverrun(let claimed, let available):
      "the language claims \(counted(claimed, "byte")), \(there(available))"
    case .noLanguage: "the language has no length"
    case .languageNotText(let length):
      "the \(counted(length, "byte")) of the language are no text"
    case .badLanguage(let language): "\"\(language)\" is no language tag"
    case .oddUTF16(let count):
      "UTF-16 needs an even number of bytes, the text has \(count)"
    case .notUTF16: "the text is no UTF-16: half of a surrogate pair stands alone"
    case .notUTF8(let offset, let byte):
      "the text is no UTF-8: \(Hex.text(byte, digits: 2)) at byte \(offset) of the payload"
    case .asciiAsUTF16: "UTF-16 is claimed, and the text is plain ASCII: bit 7 is probably inverted"
    case .hexDigits(let bytes):
      "the text is nothing but the hex digits of \(counted(bytes, "byte")); bytes "
        + "belong in a record of a MIME or an external type"
    }
  }
}

extension URIRecord.Fault {
  /// What is wrong, in a sentence without its full stop.
  package var words: String {
    switch self {
    case .noCode: "a URI needs the byte for its beginning, and the payload is empty"
    case .reservedCode(let code):
      "\(Hex.text(code, digits: 2)) stands for no beginning of a URI: 00 to 23 do"
    case .notUTF8(let offset, let byte):
      "the URI is no UTF-8: \(Hex.text(byte, digits: 2)) at byte \(offset) of the payload"
    case .control(let offset, let byte):
      "a control character in the URI: \(Hex.text(byte, digits: 2)) at byte \(offset) of the payload"
    case .empty: "the URI is empty"
    case .abbreviable(let code, let saves):
      "code \(Hex.text(code, digits: 2)) for \"\(URIRecord.beginnings[Int(code)])\" would save "
        + counted(saves, "byte")
    }
  }
}

extension SmartPoster.Fault {
  /// What is wrong, in a sentence without its full stop.
  package var words: String {
    switch self {
    case .uris(let count):
      count == 0
        ? "a poster has one URI, and this has none" : "a poster has one URI, and this has \(count)"
    case .sameLanguage(let language): "two titles in the language \"\(language)\""
    case .reservedAction(let code): "action \(Hex.text(code, digits: 2)) is reserved"
    case .length(let name, let expected, let present):
      "record \"\(name)\" has \(counted(expected, "byte")), not \(present)"
    case .typeName: "record \"t\" is no UTF-8"
    }
  }
}

extension SignatureRecord.Fault {
  /// What is wrong, in a sentence without its full stop.
  package var words: String {
    switch self {
    case .version(let version):
      "version \(version >> 4).\(version & 15) of the signature is none that is known"
    case .overrun(let field, let needed, let available):
      "\(field.rawValue) needs \(counted(needed, "byte")), \(there(available))"
    case .trailing(let count): "\(counted(count, "byte")) behind the certificates"
    case .notUTF8(let field): "the URI in place of \(field.rawValue) is no UTF-8"
    }
  }
}

extension HandoverRecord.Fault {
  /// What is wrong, in a sentence without its full stop.
  package var words: String {
    switch self {
    case .noVersion: "a handover needs its version, and the payload is empty"
    case .version(let version):
      "version \(version >> 4).\(version & 15) of Connection Handover is none that is known"
    case .noCarrier: "a handover without a carrier"
    case .noCollisionResolution: "a request of this version needs a random number (cr)"
    case .noRecord(let id): "a carrier refers to record \"\(id)\", which the message has not"
    case .carrierOverrun(let needed, let available):
      "a carrier's reference needs \(counted(needed, "byte")), \(there(available))"
    case .trailing(let count): "\(counted(count, "byte")) behind the carrier's references"
    case .length(let name, let expected, let present):
      "record \"\(name)\" has \(counted(expected, "byte")), not \(present)"
    case .reservedReason(let reason):
      "reason \(Hex.text(reason, digits: 2)) of an error is reserved"
    case .carrierType(let format): "a carrier's type cannot have TNF \(format)"
    }
  }
}

extension WiFiConfiguration.Fault {
  /// What is wrong, in a sentence without its full stop.
  package var words: String {
    switch self {
    case .overrun(let type, let claimed, let available):
      "attribute \(Hex.text(type, digits: 4)) claims \(counted(claimed, "byte")), "
        + there(available)
    case .headCut(let available):
      "an attribute needs 4 bytes of type and length, \(there(available))"
    case .reservedType(let type): "attribute \(Hex.text(type, digits: 4)) is reserved"
    case .strayPrefix(let length):
      "\(Hex.text(length.byteSwapped, digits: 4)) in front of the attributes is a length that Wi-Fi "
        + "has not (Bluetooth has); behind it all attributes fit"
    case .length(let type, let expected, let present):
      "attribute \(Hex.text(type, digits: 4)) has \(counted(expected, "byte")), not \(present)"
    case .ssidTooLong(let count): "a network's name has at most 32 bytes, this has \(count)"
    case .keyLength(let count):
      "a network key of \(counted(count, "character")): WPA takes 8 to 63, or 64 hex digits"
    case .noNetwork: "neither a network nor a device password is in it"
    case .noVersion: "there is no Version attribute (104A); phones do without"
    }
  }
}

extension BluetoothPairing.Fault {
  /// What is wrong, in a sentence without its full stop.
  package var words: String {
    switch self {
    case .tooShort(let needed, let available):
      "length and address need \(counted(needed, "byte")), \(there(available))"
    case .length(let claimed, let present):
      "the length says \(counted(claimed, "byte")), the payload has \(present)"
    case .structureOverrun(let type, let claimed, let available):
      "structure \(Hex.text(type, digits: 2)) claims \(counted(claimed, "byte")), "
        + there(available)
    case .noAddress: "the device's address is missing"
    case .noRole: "the device's role is missing"
    case .addressLength(let count): "an LE address has 7 bytes, this has \(count)"
    }
  }
}

extension VCard.Fault {
  /// What is wrong, in a sentence without its full stop.
  package var words: String {
    switch self {
    case .noBegin: "the card lacks BEGIN:VCARD"
    case .noEnd: "the card lacks END:VCARD"
    case .notUTF8: "the card is no UTF-8"
    case .noName: "the card has no name (FN, N)"
    }
  }
}

extension DeviceInformation.Fault {
  /// What is wrong, in a sentence without its full stop.
  package var words: String {
    switch self {
    case .overrun(let type, let claimed, let available):
      "element \(Hex.text(type, digits: 2)) claims \(counted(claimed, "byte")), "
        + there(available)
    case .missing(let type): type == 0 ? "the vendor is missing" : "the model is missing"
    case .uuidLength(let count): "a UUID has 16 bytes, this has \(count)"
    case .notUTF8(let type): "element \(Hex.text(type, digits: 2)) is no UTF-8"
    }
  }
}

extension TypeName.Fault {
  /// What is wrong, in a sentence without its full stop.
  package var words: String {
    switch self {
    case .notMIME: "the type is no MIME type (type/subtype)"
    case .notASCII: "the type has bytes that are no printable ASCII"
    case .notExternal: "the type is no external type (domain:type)"
    case .notPackage(let package):
      "\"\(shortened(package))\" is no name of a package: Android starts no "
        + "application for it"
    case .noScheme: "the URI has no scheme"
    case .typeForgotten:
      "the payload reads as a text with its language: type \"T\" was probably forgotten"
    }
  }
}

private func counted(_ number: Int, _ thing: String) -> String {
  NDEFProblem.Kind.count(number, thing)
}

private func there(_ number: Int) -> String { NDEFProblem.Kind.there(number) }

private func shortened(_ text: String) -> String { NDEFProblem.Kind.shortened(text) }
