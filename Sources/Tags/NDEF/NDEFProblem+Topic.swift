extension NDEFProblem {
  /// What a problem is about: which rule of a report it falls under.
  package enum Topic: String, Equatable, Sendable, CaseIterable {
    case header, chunk, truncated, trailing, typeName, text, uri, poster, signature, handover, wifi,
      bluetooth, vCard, device, statusWords, noRecord, wasteful, limit
    /// Nothing is wrong with the message: bytes of it were not captured.
    case capture
  }

  /// How bad it is.
  package enum Gravity: UInt8, Equatable, Sendable {
    case note, warning, error
  }
}

extension NDEFProblem.Kind {
  /// Which rule it falls under.
  package var topic: NDEFProblem.Topic {
    switch self {
    case .noBegin, .secondBegin, .noEnd, .reservedFormat, .noType, .unexpectedType,
      .emptyWithContent:
      .header
    case .strayChunk, .chunkExpected, .chunkWithID, .endInChunk, .chunksUnfinished: .chunk
    case .headerCut, .overrun: .truncated
    case .trailing: .trailing
    case .notCaptured: .capture
    case .tooManyRecords, .tooDeep: .limit
    case .longForm, .uri(.abbreviable): .wasteful
    case .statusWords: .statusWords
    case .plainText, .text(.statusForgotten), .text(.hexDigits), .typeName(.typeForgotten):
      .noRecord
    case .text: .text
    case .uri: .uri
    case .poster: .poster
    case .signature: .signature
    case .handover: .handover
    case .wifi: .wifi
    case .bluetooth: .bluetooth
    case .vCard: .vCard
    case .device: .device
    case .typeName: .typeName
    }
  }

  /// How bad it is: an error where bytes contradict themselves or the standard, a warning where
  /// readers may stumble, a note where only somebody's intention may have been another.
  package var gravity: NDEFProblem.Gravity {
    switch self {
    case .longForm, .uri(.abbreviable), .plainText, .text(.hexDigits), .notCaptured,
      .typeName(.typeForgotten), .bluetooth(.noRole), .vCard(.noName), .wifi(.noVersion):
      .note
    case .tooManyRecords, .tooDeep, .chunkWithID, .text(.statusForgotten), .text(.reservedBit),
      .text(.badLanguage), .text(.asciiAsUTF16), .text(.notUTF8), .uri(.empty),
      .poster(.sameLanguage),
      .poster(.reservedAction), .signature(.version), .handover(.version), .handover(.trailing),
      .handover(.noCollisionResolution), .handover(.noCarrier), .wifi(.keyLength),
      .wifi(.ssidTooLong), .wifi(.noNetwork), .typeName, .vCard, .signature(.trailing),
      .bluetooth(.noAddress):
      .warning
    default: .error
    }
  }
}
