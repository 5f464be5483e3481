import Analysis
import Decoding
import ForeignFormats
import GrammarLanguage
import Rendering
import TraceFormat

extension Command {
  /// `nfctrace redact IN OUT`.
  static let redact = Command(
    name: "redact",
    summary: "replace what is secret, so that a capture can be shown to anybody",
    operands: Operands(
      usage: "IN OUT", count: 2...2,
      rows: [
        (
          "IN",
          "a trace, a capture or a log of another program, told by its content; - is standard input"
        ),
        ("OUT", "the file to write, whose name tells the format; - is standard output"),
      ]),
    description: [
      "Writes a capture with every secret in it replaced by a value of the same length and kind: "
        + "card numbers, tracks, names, dates, PINs, keys, passwords. The same value becomes the "
        + "same substitute wherever it stands, also where nothing says that it is one: in unknown "
        + "data, split over blocks, in damaged frames, in what a host said to its reader. Lengths "
        + "stay, checks are made right again, and the story is the same.",
      "A card number keeps the six digits of its issuer and becomes zeros, a running number and "
        + "the right check digit. What was replaced is printed by kind and count, and what nobody "
        + "can vouch for: ciphertext, certificates, frames that are not understood.",
      "What MIFARE Classic enciphers gives its key away, so it is deciphered with --keys, redacted "
        + "and enciphered anew with other keys, which are printed. What no key fits is blanked.",
      "Exits with 2 if a value could not be removed, or if what is left of a damaged capture is all "
        + "that could be written.",
    ],
    options: [
      Option(.ids, "also replace what identifies a card: UID, IDm, PUPI, serial numbers"),
      Option(
        .to, takes: .oneOf("FORMAT", Conversion.Format.allCases.map(\.rawValue)),
        "the format, where OUT's name does not tell it"),
      LinePattern.option,
      Keys.option,
      Option(.force, "replace a file that exists"),
      Knowledge.option,
    ],
    examples: [
      Example("nfctrace redact visit.trace public.trace", "to attach it to a report"),
      Example("nfctrace redact --ids visit.pcapng public.pcapng", "without the card's UID"),
    ],
    run: redact)

  @Sendable private static func redact(_ arguments: Arguments) throws -> Int32 {
    let (from, to) = (arguments.operands[0], arguments.operands[1])
    let format = try Conversion.Format(of: to, arguments)
    let source = try RereadInput(from, pattern: LinePattern.asked(arguments))
    var redaction = Redaction(
      try Knowledge.lexicon(arguments), replacesIdentifiers: arguments.has(.ids),
      classicKeys: try Keys.classic(arguments))
    let (outcome, report) = try redaction.run({ try source.open() }) { reader in
      if format == .proxmark { reader = AirFrameReader(reader) }
      return try Conversion.run(
        from: &reader, to: to, as: format, force: arguments.has(.force))
    }
    let name = to == "-" ? "standard output" : to
    for loss in outcome.losses { StandardError.say("\(name): \(loss)") }
    let text = report.text(of: name)
    if to == "-" { StandardError.write(text) } else { try Output.print(text) }
    if source.isDamaged { StandardError.say("\(name): not the whole of \(from)") }
    return source.isDamaged || report.left > 0 ? ExitCode.failure : ExitCode.success
  }
}
