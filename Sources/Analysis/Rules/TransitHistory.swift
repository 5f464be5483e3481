import Bytes
import Decoding
import Tags

/// Looks for entries of a transit card's public history; `PersonalData` has the manual page of what it
/// raises.
enum TransitHistory {
  static func check(
    _ step: borrowing Step, _ exchange: borrowing Exchange, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    guard case .answered = exchange.outcome else { return }
    let command = story.bytes.span.extracting(exchange.command.range)
    let answer = story.bytes.span.extracting(exchange.answer.range)
    guard let access = FelicaAccess(command), !access.isWrite, answer.count > 12,
      answer[10] == 0
    else { return }
    var places = Places()
    var blocks = access.blocks
    var offset = FelicaAccess.answerStart
    while let block = blocks.next(in: command), offset + 16 <= answer.count {
      if access.service(block.service, in: command) == TransitEntry.service,
        let entry = TransitEntry(answer.extracting(offset..<offset + 16)), entry.isPlausible,
        let place = story.place(of: offset..<offset + 16, in: exchange.answerSegments)
      {
        places.append(place)
      }
      offset += 16
    }
    guard !places.isEmpty else { return }
    findings.append(
      Finding(
        .personalData, visit: step.visit, step: step.frames.lowerBound, half: .answer,
        places: places, message: Finding.Message(.personal(.trips)),
        merge: Finding.Merge(.personalData, group: 0, amount: PersonalKinds.trips.rawValue)))
  }
}
