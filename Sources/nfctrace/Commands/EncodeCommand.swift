import Bytes
import Tags
import TraceFormat

extension Command {
  /// `nfctrace encode uri|text|…`.
  static let encode = Command(
    name: "encode",
    summary: "make an NDEF message",
    operands: Operands(
      usage: "KIND ARGUMENT... [+ KIND ARGUMENT...]...", count: 1...Int.max,
      rows: RecordMaker.rows, words: RecordMaker.Kind.allCases.map(\.rawValue), areFiles: false),
    description: [
      "Makes an NDEF message of one record, or of several with + between them, and writes it as a "
        + "line of hex.",
      "DATA is text, @FILE the bytes of a file, and with --hex bytes in hex. What decode says of a "
        + "message and what encode makes of it are the same bytes.",
      "With --type2 it writes the whole memory of a tag with the message in it, a page a line; "
        + "with --binary too, a dump that play takes. Its UID is made up.",
    ],
    options: [
      Option(.id, takes: .text("ID"), "the id of the records"),
      Option(.hex, "DATA is in hex"),
      Option(.utf16, "write texts in UTF-16, not UTF-8"),
      Option(
        .security, takes: .oneOf("WORD", ["wpa2", "wpa", "mixed", "open"]),
        "how the Wi-Fi network is secured (wpa2 without it)"),
      Option(
        .action, takes: .oneOf("WORD", ["do", "save", "edit"]), "what to do with a poster's URI"),
      Option(.size, takes: .text("BYTES"), "how long what a poster's URI leads to is"),
      Option(
        .type, takes: .text("TYPE/SUBTYPE"), "the MIME type of what a poster's URI leads to"),
      Option(
        .icon, takes: .text("FILE"), "a poster's picture: PNG, JPEG, GIF, BMP, WebP or SVG"),
      Option(
        .type2, takes: .oneOf("CHIP", Type2Image.Chip.allCases.map(\.rawValue)),
        "write the memory of a Type 2 tag"),
      Option(.binary, "write bytes, not hex"),
    ],
    examples: [
      Example("nfctrace encode uri https://example.com", "D1010C55046578616D706C652E636F6D"),
      Example(
        "nfctrace encode poster https://example.com 'Our shop' de --action save",
        "a smart poster with a title in German"),
      Example(
        "nfctrace encode uri https://example.com + app com.example.shop",
        "two records, the second Android's application"),
      Example(
        "nfctrace encode wifi Guest 'correct horse' --type2 ntag213 --binary >tag.bin",
        "a tag for nfctrace play tag.bin"),
    ],
    run: { arguments in
      let message = try RecordMaker(arguments).message()
      let bytes = message.bytes
      var output = Output()
      guard let word = arguments.value(.type2), let chip = Type2Image.Chip(rawValue: word) else {
        write(bytes, lineLength: bytes.count, arguments, into: &output)
        try output.flush()
        return ExitCode.success
      }
      let image: Type2Image
      do throws(Type2Image.TooLong) {
        image = try Type2Image(bytes, on: chip)
      } catch {
        throw Failure(
          "the message takes \(error.needed) bytes, \(chip.rawValue) has \(error.available)")
      }
      write(image.bytes, lineLength: 4, arguments, into: &output)
      try output.flush()
      return ExitCode.success
    })

  private static func write(
    _ bytes: [UInt8], lineLength: Int, _ arguments: Arguments, into output: inout Output
  ) {
    guard !arguments.has(.binary) else { return output.buffer.append(bytes.span) }
    var at = 0
    while at < bytes.count {
      let end = min(at + lineLength, bytes.count)
      output.buffer.append(hex: bytes.span.extracting(at..<end))
      output.buffer.append("\n")
      at = end
    }
  }
}
