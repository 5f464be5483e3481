import Bytes
package import GrammarLanguage
import Tags
import TraceFormat

/// Takes an NDEF message apart into fields, by what its grammar says: a node for each record, in it
/// the header, the type, the id and the payload, in which the fields are of its type.
///
/// Records are shown as they lie there: a chunk is a record with a piece of payload.
package struct NDEFDissector: Sendable {
  private let grammar: Grammar
  private let record: MessageIndex
  private let message: UInt16
  private let records: UInt16
  private let item: UInt16
  private let networkKey: UInt16

  /// Prepares the grammar; nil where a lexicon has none of NDEF.
  package init?(_ lexicon: Lexicon) {
    guard let grammar = lexicon.grammar("ndef"),
      let record = grammar.message(code: 0, isResponse: false),
      let message = grammar.label(named: "message"),
      let records = grammar.label(named: "records"), let item = grammar.label(named: "record"),
      let networkKey = grammar.label(named: "network_key")
    else { return nil }
    self.grammar = grammar
    self.record = record
    self.message = message
    self.records = records
    self.item = item
    self.networkKey = networkKey
  }

  /// Appends the fields of a message. Places are those of `bytes`; problems are not the fields' to
  /// tell (see `NDEFContents`).
  package func dissect(_ bytes: Span<UInt8>, into tree: inout FieldTree) {
    append(message, .message, 0..<bytes.count, depth: 0, to: &tree)
    dissect(bytes, 0..<bytes.count, depth: 1, isInPoster: false, into: &tree)
  }

  /// Appends the fields of a payload whose type is known from elsewhere.
  package func dissect(
    payload bytes: Span<UInt8>, ofMIMEType type: String, into tree: inout FieldTree
  ) {
    guard let name = Self.structure(ofMIMEType: type), let known = grammar.structure(named: name)
    else { return }
    var reader = MessageReader(Perspective(grammar))
    reader.read(known, bytes, into: &tree)
    tree.problems.removeAll()
  }

  private func dissect(
    _ bytes: Span<UInt8>, _ range: Range<Int>, depth: Int, isInPoster: Bool,
    into tree: inout FieldTree
  ) {
    let list = tree.nodes.count
    append(records, .list, range, depth: depth, to: &tree)
    var at = range.lowerBound
    var number = 0
    while at < range.upperBound, tree.nodes.count < FieldTree.nodeLimit,
      number < NDEFMessage.recordLimit
    {
      var cursor = ByteCursor(bytes.extracting(at..<range.upperBound))
      let header = NDEFHeader(from: &cursor)
      let end = min(range.upperBound, at + (header?.recordLength ?? range.count))
      read(
        bytes, at..<end, header, item: number, depth: depth + 1, isInPoster: isInPoster, into: &tree
      )
      at = end
      number += 1
      if header?.isEnd ?? true { break }
    }
    tree.nodes[list].place = Extent(range.lowerBound..<at)
    // Bytes behind the record with ME.
    if at < range.upperBound {
      append(
        grammar.label(.rest), .bytes, at..<range.upperBound, depth: depth, to: &tree)
    }
  }

  private func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ header: NDEFHeader?, item number: Int,
    depth: Int, isInPoster: Bool, into tree: inout FieldTree
  ) {
    let node = append(item, .group, range, depth: depth, to: &tree)
    tree.nodes[node].item = UInt16(clamping: number)
    copy(record, of: bytes, range, depth: depth, to: &tree)
    guard let header, !header.isChunked, header.nameFormat != .unchanged,
      range.count == header.recordLength, header.payloadLength > 0
    else { return }
    let place = range.upperBound - header.payloadLength..<range.upperBound
    let typeEnd = place.lowerBound - header.idLength
    let type = String(
      decoding: [UInt8](copying: bytes.extracting(typeEnd - header.typeLength..<typeEnd)),
      as: UTF8.self)
    let inside = depth + 2
    // The records inside a poster or a handover have theirs themselves.
    let isNest = header.nameFormat == .wellKnown && ["Sp", "Hr", "Hs", "Hm", "Hi"].contains(type)
    defer {
      for key in isNest ? [] : KeyTrail.textKeys(in: bytes.extracting(place)) {
        let key = place.lowerBound + key.lowerBound..<place.lowerBound + key.upperBound
        append(networkKey, .bytes, key, depth: inside, to: &tree)
      }
    }
    switch (header.nameFormat, type) {
    case (.wellKnown, "Sp") where inside < FieldTree.depthLimit:
      dissect(bytes, place, depth: inside, isInPoster: true, into: &tree)
    case (.wellKnown, "Hr"), (.wellKnown, "Hs"), (.wellKnown, "Hm"), (.wellKnown, "Hi"):
      copy("Handover", of: bytes, place.lowerBound..<place.lowerBound + 1, inside, to: &tree)
      guard inside < FieldTree.depthLimit, place.count > 1 else { return }
      dissect(
        bytes, place.lowerBound + 1..<place.upperBound, depth: inside, isInPoster: false,
        into: &tree)
    case (.wellKnown, _):
      guard let name = Self.structure(ofWellKnown: type, isInPoster: isInPoster) else { return }
      copy(name, of: bytes, place, inside, to: &tree)
    case (.mime, _):
      guard let name = Self.structure(ofMIMEType: type) else { return }
      copy(name, of: bytes, place, inside, to: &tree)
    default: return
    }
  }

  /// Reads a struct of the grammar and puts its fields, without the node for all of them, into the
  /// tree.
  private func copy(
    _ name: String, of bytes: Span<UInt8>, _ range: Range<Int>, _ depth: Int,
    to tree: inout FieldTree
  ) {
    guard let known = grammar.structure(named: name) else { return }
    copy(known, of: bytes, range, depth: depth - 1, to: &tree)
  }

  private func copy(
    _ message: MessageIndex, of bytes: Span<UInt8>, _ range: Range<Int>, depth: Int,
    to tree: inout FieldTree
  ) {
    var piece = FieldTree()
    var reader = MessageReader(Perspective(grammar))
    reader.read(message, bytes.extracting(range), into: &piece)
    piece.dropEmptyRests()
    for node in piece.nodes.dropFirst() {
      var moved = node
      moved.place.start += UInt32(range.lowerBound)
      moved.depth = UInt8(clamping: Int(moved.depth) + depth)
      tree.nodes.append(moved)
    }
  }

  @discardableResult
  private func append(
    _ label: UInt16, _ kind: FieldNode.Kind, _ range: Range<Int>, depth: Int,
    to tree: inout FieldTree
  ) -> Int {
    tree.nodes.append(
      FieldNode(label: label, kind: kind, depth: depth, place: Extent(range)))
    return tree.nodes.count - 1
  }

  /// The struct of a well-known type's payload.
  private static func structure(ofWellKnown type: String, isInPoster: Bool) -> String? {
    switch type {
    case "T": "Text"
    case "U": "URI"
    case "Sig": "Signature"
    case "ac": "AlternativeCarrier"
    case "cr": "CollisionResolution"
    case "err": "HandoverError"
    case "Hc": "HandoverCarrier"
    case "Di": "DeviceInformation"
    case "act" where isInPoster: "PosterAction"
    case "s" where isInPoster: "PosterSize"
    case "t" where isInPoster: "PosterType"
    default: nil
    }
  }

  /// The struct of a MIME type's payload.
  private static func structure(ofMIMEType type: String) -> String? {
    switch type.lowercased().prefix(while: { $0 != ";" }) {
    case "application/vnd.wfa.wsc": "WiFi"
    case "application/vnd.bluetooth.ep.oob": "Bluetooth"
    case "application/vnd.bluetooth.le.oob": "BluetoothLE"
    default: nil
    }
  }
}
