/// The files of a Type 4 tag (NFC Forum Type 4 Tag): the container says which one has the message.
extension TagContents {
  /// Reads the capability container.
  package init(container image: MemoryImage) {
    self.init(.type4, image)
    part = "file E103"
    isMain = false
    guard let container = Type4Container(image) else {
      needs = image.missing(in: 0..<2)
      return
    }
    header = 0..<min(max(container.length, 2), image.end)
    version = container.version
    needs = container.missing
    faults = container.faults
  }

  /// Reads the file with the message; `file` is what the container says of it, if that was seen.
  package init(
    type4 image: MemoryImage, file: Type4Container.File?, identifier: UInt16, version: UInt8?
  ) {
    self.init(.type4, image)
    part = "file " + Self.hex(identifier)
    self.version = version
    let width = file?.kind == .extended ? 4 : 2
    if let file {
      capacity = max(0, file.size - width)
      isFormatted = true
      isWritable = file.write == 0x00 ? true : file.write == 0xFF ? false : nil
    }
    guard let field = image[0..<width] else {
      if !image.isEmpty || isFormatted == true { needs = image.missing(in: 0..<width) }
      return
    }
    let length = field.reduce(0) { $0 << 8 | Int($1) }
    guard length > 0 else {
      remarks.append(MemoryRemark(.empty, at: 0..<width))
      return
    }
    let room = capacity ?? length
    if length > room {
      faults.append(
        MemoryFault(.messageLength(claimed: length, room: room), at: 0..<width))
    }
    // What lies behind the addresses that are kept was not seen.
    let end = min(width + min(length, room), MemoryImage.limit)
    let message = StoredMessage(
      end > width ? [width..<end] : [], length: length, lengthField: 0..<width, in: image)
    messages = [message]
    needs = message.missing
  }

  private static func hex(_ number: UInt16) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - text.count) + text
  }
}
