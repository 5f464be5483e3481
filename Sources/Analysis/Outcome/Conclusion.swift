import Bytes
import Decoding

/// What a visit's last row speaks of: visits that went alike have equal ones.
struct Conclusion: Equatable {
  var applications: [OutcomeState.Application]
  var speaksDESFire: Bool
  var trouble: OutcomeState.Trouble
  var silence: OutcomeState.Silence?
  var ending: OutcomeState.Ending
  /// What is said where there is neither application nor trouble.
  var plain: Plain
  /// What the card told of itself.
  var traits: CardTraits

  /// How far a visit without an application came.
  enum Plain: Equatable {
    case nothing
    case polled
    case activated
    case halfActivated(atEnd: Bool)
    case commands(Int, unanswered: Int)
    /// A FeliCa card whose commands were answered.
    case felica(FelicaOutcome)
    /// No card but a peer: PDUs of LLCP, and the bytes of an NDEF message in them.
    case peers(Int, message: Int?)
  }
}

extension Conclusion {
  /// The same for equal ones.
  var fingerprint: Fingerprint {
    var mark = Fingerprint()
    for index in applications.indices {
      mark.add(applications[index].aid)
      mark.add(UInt64(applications[index].state.rawValue))
    }
    switch trouble {
    case .none: break
    case .refused(let status, let command): mark.add(UInt64(status) << 16 | UInt64(command.ins))
    case .notWhole(let command): mark.add(UInt64(command.ins) << 8 | UInt64(command.p1))
    }
    mark.add(UInt64(ending.rawValue))
    if let silence { mark.add(UInt64(truncatingIfNeeded: silence.from)) }
    if case .commands(let count, let unanswered) = plain {
      mark.add(UInt64(truncatingIfNeeded: count << 16 ^ unanswered))
    }
    traits.add(to: &mark)
    return mark
  }

  /// The row's words, and the products that the card may be.
  func words(_ vocabulary: inout Vocabulary) -> OutcomeWords {
    let subject = subject(&vocabulary)
    let products = vocabulary.products(traits)
    func line(_ subject: String?, isShort: Bool) -> String {
      let trouble = troubleWords(vocabulary, isShort: isShort)
      guard let subject else {
        if case .commands = plain {
          // A chip that named itself is named, though nothing of its memory was seen.
          let chip = traits.hasVersion && products.count == 1 ? products[0] + ": " : ""
          return chip + plainWords(isShort: isShort) + (trouble ?? "")
        }
        return trouble.map { String($0.dropFirst(2)) } ?? plainWords(isShort: isShort)
      }
      return subject + (trouble ?? "")
    }
    return OutcomeWords(
      long: line(subject?.long, isShort: false), short: line(subject?.short, isShort: true),
      products: products)
  }

  /// Which applications it was about.
  private func subject(_ vocabulary: inout Vocabulary) -> (long: String, short: String)? {
    if speaksDESFire { return ("DESFire", "DESFire") }
    let named = applications.filter { !ApplicationIdentifierForm.isDirectory($0.aid) }
    let selected = named.filter { $0.state == .selected }
    if let last = selected.last {
      let names = selected.prefix(3).map { vocabulary.name(of: $0.aid) }
      let short = Words.list(names)
      let isPayment = vocabulary.application(last.aid)?.isPayment == true
      return (isPayment ? "\(short) asked for and selected" : short, short)
    }
    if named.count > 1 {
      let words = "\(named.count) applications asked for, none selected"
      return (words, words)
    }
    if let only = named.first {
      let words = vocabulary.name(of: only.aid) + " asked for"
      let all = only.state == .refused ? words + ", not selected" : words
      return (all, all)
    }
    guard let directory = applications.first else { return nil }
    let words =
      directory.state == .selected ? "payment directory read" : "payment directory asked for"
    return (words, words)
  }

  /// What went wrong last, with what joins it to a subject in front of it.
  private func troubleWords(_ vocabulary: Vocabulary, isShort: Bool) -> String? {
    switch trouble {
    case .refused(let status, let command):
      let meaning = vocabulary.meaning(of: status, command, isShort: isShort).map { " \($0)" } ?? ""
      return
        ", refused at \(vocabulary.name(of: command)): \(Hex.text(status, digits: 4))\(meaning)"
    case .notWhole(let command):
      return "; \(vocabulary.name(of: command)) not answered whole"
    case .none:
      guard let silence else { return endingWords }
      return "; silent from frame \(silence.from) " + (silence.to.map { "to \($0)" } ?? "on")
    }
  }

  private var endingWords: String? {
    // What a FeliCa card is for is told by its blocks, whatever it refused last.
    if case .felica = plain { return nil }
    return switch ending {
    case .whole: nil
    case .captureEnds: "; the capture ends before the last answer"
    case .refused: "; the last command was refused"
    }
  }

  private func plainWords(isShort: Bool) -> String {
    switch plain {
    case .nothing: ""
    case .polled: "polled, not activated"
    case .activated: "activated, nothing asked"
    case .halfActivated(let atEnd):
      "not activated as the standard asks" + (atEnd ? "; the capture ends" : "")
    case .felica(let card): isShort ? card.short : card.long
    case .commands(let count, unanswered: 0) where ending != .whole: Words.count(count, "command")
    case .commands(let count, unanswered: 0): "\(Words.count(count, "command")), answered"
    case .commands(let count, let unanswered):
      "\(count - unanswered) of \(Words.count(count, "command")) answered"
    case .peers(let count, let message):
      "LLCP with a peer, \(Words.count(count, "PDU"))"
        + (message.map { ", an NDEF message of \(Words.count($0, "byte"))" } ?? "")
    }
  }
}
