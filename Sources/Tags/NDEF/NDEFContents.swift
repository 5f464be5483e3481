import Bytes

/// An NDEF message and what its records say.
package struct NDEFContents: Equatable, Sendable {
  package var message = NDEFMessage()
  /// What each of the message's records says.
  package var records: [NDEFContent] = []
  /// All that is wrong, in the message and inside its records, at the bytes of the message.
  package var problems: [NDEFProblem] = []
  /// Whether the records were looked into; messages too deep inside each other are not.
  package var isRead = false

  package init() {}

  /// How deep messages inside records are followed.
  package static let depthLimit = 8

  /// Reads the bytes of a message (see `NDEFMessage`) and what its records say.
  package init(reading bytes: Span<UInt8>, missing: Int = 0) {
    self.init(of: NDEFMessage(reading: bytes, missing: missing), depth: 0)
    if let kind = LooseBytes.problem(in: bytes, message: message) {
      add(NDEFProblem(kind, record: 0, bytes: 0..<bytes.count))
      order()
    }
  }

  /// The same of bytes that are all there.
  package init(reading bytes: [UInt8]) { self.init(reading: bytes.span) }

  /// Looks into the records of a message.
  package init(of message: NDEFMessage) { self.init(of: message, depth: 0) }

  init(of message: NDEFMessage, depth: Int, isInPoster: Bool = false) {
    self.message = message
    problems = message.problems
    guard depth < Self.depthLimit else {
      add(NDEFProblem(.tooDeep(limit: Self.depthLimit), record: 0, bytes: 0..<message.length))
      return
    }
    isRead = true
    for (index, record) in message.records.enumerated() {
      let reader = NDEFContentReader(depth: depth, isInPoster: isInPoster)
      var faults = PayloadFaults()
      var typeFaults = PayloadFaults()
      records.append(reader.content(of: record, faults: &faults, typeFaults: &typeFaults))
      for (kind, _) in typeFaults.found {
        add(NDEFProblem(kind, record: index, bytes: record.layout.type))
      }
      for (kind, bytes) in faults.found {
        let place = record.place(ofPayload: bytes) ?? record.layout.record
        // What is cut off is not judged: it was said that it is.
        if record.layout.isCut { continue }
        add(NDEFProblem(kind, record: index, bytes: place))
      }
    }
    noteLongForms()
    checkCarriers()
    order()
  }

  /// Puts problems in the order of the bytes; those of one byte stay as they were found.
  private mutating func order() {
    problems = problems.enumerated().sorted {
      ($0.element.bytes.lowerBound, $0.offset) < ($1.element.bytes.lowerBound, $1.offset)
    }.map(\.element)
  }

  private mutating func add(_ problem: NDEFProblem) {
    if problems.count < NDEFMessage.problemLimit { problems.append(problem) }
  }

  /// Payloads below 256 bytes whose length takes four.
  private mutating func noteLongForms() {
    let long = message.records.indices.filter { index in
      let layout = message.records[index].layout
      return layout.lengthField.count == 4 && layout.claimed < 256 && layout.payload.count == 1
    }
    guard let first = long.first else { return }
    add(
      NDEFProblem(
        .longForm(records: long.count), record: first,
        bytes: message.records[first].layout.lengthField))
  }

  /// A handover's carriers are other records of its message.
  private mutating func checkCarriers() {
    let ids = Set(message.records.map(\.id))
    for (index, content) in records.enumerated() {
      guard case .handover(let handover) = content else { continue }
      for carrier in handover.carriers {
        for id in [carrier.carrier] + carrier.auxiliary
        where !ids.contains(id) {
          add(
            NDEFProblem(
              .handover(.noRecord(String(decoding: id, as: UTF8.self))), record: index,
              bytes: message.records[index].layout.record))
        }
      }
    }
  }
}
