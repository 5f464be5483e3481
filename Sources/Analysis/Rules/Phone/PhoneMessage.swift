import Bytes
import Decoding
import Tags

/// Raises `ios-ndef-empty`, `ios-ndef-unformatted` and `ios-ndef-capacity`, and hands the records of
/// a message on.
enum PhoneMessage {
  static let emptyManual = """
    The tag is laid out for NDEF and holds no message: readNDEF fails with error 403.

    queryNDEFStatus says readWrite of it all the same. An app takes 403 for an empty tag, not for a \
    broken one.
    """

  static let unformattedManual = """
    The tag is not laid out for NDEF: its capability container does not begin with E1, or NDEF is \
    switched off.

    queryNDEFStatus answers notSupported, and a write fails with error 401, which reads "Stack \
    Error". Core NFC does not format tags; another tool has to, once. Reports agree; no page says so.
    """

  static let capacityManual = """
    The NDEF message is larger than the tag has room for.

    writeNDEF fails with error 402 (tag size too small) once the message is longer than what \
    queryNDEFStatus gives as capacity; one that is as long still fits. NFCNDEFMessage.length is what \
    to compare with.
    """

  static func check(_ contents: TagContents, visit: Int, into lint: inout PhoneLint) {
    let places = places(of: contents)
    if contents.isFormatted == false {
      // Cards with another purpose are used as they are.
      let isOther = contents.kind == .classic || contents.kind == .type3
      lint.add(
        .iosNDEFUnformatted, severity: isOther ? .note : nil,
        "the tag is not laid out for NDEF (\(reason(contents))): queryNDEFStatus says notSupported, "
          + "writeNDEF fails with error 401",
        change: "if it is meant for NDEF, format it with another tool first", visit: visit,
        at: places)
      return
    }
    checkSize(contents, visit, places, into: &lint)
    let isEmpty = contents.remarks.contains { $0.kind == .empty }
    guard let stored = contents.messages.first, stored.length > 0 else {
      if isEmpty || contents.messages.first != nil {
        lint.add(
          .iosNDEFEmpty,
          "the tag has no message: readNDEF fails with error 403 although queryNDEFStatus says "
            + (contents.isWritable == false ? "readOnly" : "readWrite"),
          change: "take error 403 for an empty tag", visit: visit, at: places)
      }
      return
    }
    guard let message = stored.contents else { return }
    PhoneRecord.check(
      message, isWhole: stored.isWhole, isDoubtful: contents.kind == .classic, visit: visit,
      at: places, into: &lint)
  }

  /// What says that a tag is not laid out.
  private static func reason(_ contents: TagContents) -> String {
    switch contents.kind {
    case .type2:
      let container = contents.image[12..<16]
      return container.map { "its capability container is \(Hex.text($0))" }
        ?? "it has no capability container"
    case .type3: return "NDEF is switched off in block 88h"
    case .classic: return "its directory has no sector with NDEF"
    case .type1, .type4, .type5: return "it has no capability container"
    }
  }

  private static func checkSize(
    _ contents: TagContents, _ visit: Int, _ places: Places, into lint: inout PhoneLint
  ) {
    for fault in contents.faults {
      switch fault.kind {
      case .messageLength(let claimed, let room):
        add(claimed, room, visit, places, into: &lint)
      case .overrun(tag: 0x03, let claimed, let present):
        add(claimed, present, visit, places, into: &lint)
      default: break
      }
    }
  }

  private static func add(
    _ length: Int, _ room: Int, _ visit: Int, _ places: Places, into lint: inout PhoneLint
  ) {
    lint.add(
      .iosNDEFCapacity,
      "the message has \(length) bytes, and the tag has room for \(room): writeNDEF fails with error "
        + "402",
      change: "compare NFCNDEFMessage.length with the capacity that queryNDEFStatus gives",
      visit: visit, at: places)
  }

  /// The first frames that brought the message, or else anything of the memory.
  private static func places(of contents: TagContents) -> Places {
    let ranges = contents.messages.first?.places ?? []
    let all = [0..<contents.image.end]
    let frames = contents.image.frames(of: ranges.isEmpty ? all : ranges)
    var places = Places()
    for frame in frames.prefix(2) { places.append(Place(frame: frame, bytes: 0..<0)) }
    return places
  }
}
