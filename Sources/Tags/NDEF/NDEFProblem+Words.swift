import Bytes

extension NDEFProblem.Kind {
  /// The problem in a sentence without its full stop.
  package var words: String {
    switch self {
    case .noBegin: "the first record lacks MB"
    case .secondBegin: "MB is set in a record that is not the first"
    case .noEnd: "the message ends without a record that has ME"
    case .trailing(let count, let records):
      "\(Self.count(count, "byte")) behind the record with ME" + Self.tail(records)
    case .headerCut(let needed, let available):
      "a record's header needs \(Self.count(needed, "byte")), \(Self.there(available))"
    case .notCaptured(let count): "\(Self.count(count, "byte")) of the record not captured"
    case .overrun(let claimed, let available):
      "the record claims \(Self.count(claimed, "byte")) behind its header, \(Self.there(available))"
    case .reservedFormat: "TNF 7 is reserved"
    case .noType(let format): "TNF \(format.rawValue) (\(format.words)) with a type length of 0"
    case .unexpectedType(let format, let length):
      "TNF \(format.rawValue) (\(format.words)) has no type, and \(Self.count(length, "byte")) of one"
    case .emptyWithContent(let length):
      "TNF 0 (empty) has no id and no payload, and \(Self.count(length, "byte")) of them"
    case .strayChunk: "TNF 6 (unchanged) where no chunk went before"
    case .chunkExpected: "the record before goes on in a chunk (CF), and this is none"
    case .chunkWithID(let length):
      "a later chunk has no id, and \(Self.count(length, "byte")) of one"
    case .endInChunk: "CF and ME in one header: the last chunk has no CF"
    case .chunksUnfinished: "the message ends between the chunks of a record"
    case .tooManyRecords(let count):
      "\(count) records; only the first \(NDEFMessage.recordLimit) were looked at"
    case .tooDeep(let limit):
      "more than \(limit) messages inside each other; what is deeper was not looked at"
    case .longForm(let records):
      records == 1
        ? "the length takes 4 bytes although the payload has fewer than 256 (SR is not set)"
        : "\(records) lengths take 4 bytes although the payloads have fewer than 256 (SR is not set)"
    case .statusWords(let pitch):
      "90 00 stands at the end of every \(pitch) bytes: status words were not taken off, and where "
        + "they stand bytes of the file are missing"
    case .plainText(let text):
      "\"\(Self.shortened(text))\": looks like text that was written without a record around it"
    case .text(let fault): fault.words
    case .uri(let fault): fault.words
    case .poster(let fault): fault.words
    case .signature(let fault): fault.words
    case .handover(let fault): fault.words
    case .wifi(let fault): fault.words
    case .bluetooth(let fault): fault.words
    case .vCard(let fault): fault.words
    case .device(let fault): fault.words
    case .typeName(let fault): fault.words
    }
  }

  private static func tail(_ records: Int) -> String {
    switch records {
    case 0: ""
    case 1: "; they read as another record"
    default: "; they read as \(records) more records"
    }
  }

  static func count(_ number: Int, _ thing: String) -> String {
    number == 1 ? "1 \(thing)" : "\(number) \(thing)s"
  }

  static func there(_ number: Int) -> String { "\(number) \(number == 1 ? "is" : "are") there" }

  /// A text's beginning, for a sentence.
  static func shortened(_ text: String) -> String {
    text.count <= 40 ? text : "\(text.prefix(40))…"
  }
}

extension NDEFRecord.TypeNameFormat {
  /// What it is called.
  package var words: String {
    switch self {
    case .empty: "empty"
    case .wellKnown: "well-known type"
    case .mime: "MIME type"
    case .absoluteURI: "absolute URI"
    case .external: "external type"
    case .unknown: "unknown type"
    case .unchanged: "unchanged"
    case .reserved: "reserved"
    }
  }
}
