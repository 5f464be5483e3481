import AppleRules
import Decoding
import Playback

/// How the phone finds tags.
extension PhoneState {
  /// Looks at the tags in the field, and tells the session of those that it polls for.
  package mutating func poll(_ phone: Phone) {
    guard let active = session, active.isPolling else { return }
    var found: [TagHandle] = []
    for index in tags.indices where !active.read.contains(tags[index].id) && !tags[index].isGone {
      tags[index].losePower()
      let facts = find(index, active)
      hear(index)
      guard let facts else { continue }
      note("\(tags[index].name) is there: \(facts.words)")
      found.append(
        TagHandle(active.core, phone, tag: tags[index].id, round: active.round, facts))
    }
    guard !found.isEmpty else { return }
    if found.count > 1 {
      for index in tags.indices {
        tags[index].halt()
        hear(index)
      }
    }
    session?.found = found
    session?.isPolling = false
    active.core.post(.detected(found))
  }

  /// The tags found before are not valid any more.
  mutating func forgetTags() {
    session?.round += 1
    session?.found = []
    session?.connected = nil
    session?.isPolling = false
    for index in tags.indices { tags[index].losePower() }
  }

  private mutating func find(_ index: Int, _ active: ActiveSession) -> TagFacts? {
    let option = active.configuration.pollingOption
    if option.contains(.iso14443) {
      if let facts = tags[index].selectTypeA() { return classify(facts, index, active) }
      if tags[index].device.cards.first?.technology == .nfcA, !option.contains(.pace) {
        note("\(tags[index].name) is passed over: the phone does not speak its cipher")
        return nil
      }
      if let facts = tags[index].selectTypeB() { return classify(facts, index, active) }
    }
    if option.contains(.iso18092), let facts = findFeliCa(index, active) { return facts }
    if option.contains(.iso15693), let facts = tags[index].inventory() { return facts }
    if option == .pace {
      note(
        "\(tags[index].name) is passed over: nothing here says that it is opened with PACE alone")
    }
    return nil
  }

  private mutating func findFeliCa(_ index: Int, _ active: ActiveSession) -> TagFacts? {
    // 12FC is the system of NDEF, and the one that an NDEF session looks for.
    for system in active.core.kind.isNDEF ? [0x12FC] : systems(active) {
      guard let answer = tags[index].poll(system: system) else { continue }
      var facts = TagFacts(.feliCa, .nfcF, answer.idm)
      facts.systemCode = answer.data.count == 2 ? answer.data : system.bytes
      return facts
    }
    if tags[index].device.cards.first?.technology == .nfcF {
      note("\(tags[index].name) is passed over: it has none of the listed systems")
    }
    return nil
  }

  /// The listed systems, or those of them that the session wants.
  private func systems(_ active: ActiveSession) -> [UInt16] {
    let listed = plist.systems.compactMap { $0 }
    let wanted = active.configuration.feliCaSystemCodes.compactMap {
      Hexadecimal.bytes($0).flatMap { $0.count == 2 ? UInt16($0[0]) << 8 | UInt16($0[1]) : nil }
    }
    let chosen = listed.filter { wanted.contains($0) }
    return chosen.isEmpty ? listed : chosen
  }

  /// Tells what a tag with ISO-DEP is: the first listed application that it has makes it one of
  /// ISO 7816; without any it is a MIFARE DESFire or Plus, or it is passed over.
  private mutating func classify(
    _ facts: TagFacts, _ index: Int, _ active: ActiveSession
  ) -> TagFacts? {
    let isPayment = active.core.kind.isPayment
    guard facts.speaksInBlocks else { return isPayment ? nil : facts }
    var facts = facts
    var link = TagLink(tags[index], facts, isApps: false)
    defer {
      tags[index] = link.tag
      commands += link.commands.map { $0.at(air.time) }
    }
    if active.core.kind.isNDEF {
      let family = link.mifareFamily()
      facts.kind = family == nil ? .iso7816 : .miFare
      facts.family = family ?? .unknown
      return facts
    }
    for aid in applications(active) {
      guard let answer = try? link.select(aid), answer.isDone else { continue }
      facts.kind = .iso7816
      facts.initialAID = Hexadecimal.text(aid)
      return facts
    }
    if facts.technology == .nfcA, !isPayment, let family = link.mifareFamily() {
      facts.kind = .miFare
      facts.family = family
      return facts
    }
    note(
      "\(tags[index].name) is passed over: it has none of the applications that Info.plist lists")
    return nil
  }

  /// The listed applications that may be selected, or those of them that the session wants.
  private mutating func applications(_ active: ActiveSession) -> [[UInt8]] {
    let wanted = active.configuration.iso7816SelectIdentifiers.compactMap(Hexadecimal.bytes)
    var listed: [[UInt8]] = []
    for (entry, aid) in zip(plist.selectIdentifiers, plist.applications) {
      guard let aid else {
        note("Invalid AID entry: \(entry)")
        continue
      }
      if !active.core.kind.isPayment, let name = PaymentIdentifier.name(of: aid) {
        note("\(entry) (\(name)) is not selected: a payment application")
        continue
      }
      if !listed.contains(aid) { listed.append(aid) }
    }
    let chosen = listed.filter { wanted.contains($0) }
    return chosen.isEmpty ? listed : chosen
  }
}

extension SessionCore.Kind {
  var isNDEF: Bool { if case .ndef = self { true } else { false } }
  var isPayment: Bool { if case .payment = self { true } else { false } }
}

extension UInt16 {
  /// High byte first.
  var bytes: [UInt8] { [UInt8(self >> 8), UInt8(self & 0xFF)] }
}

extension TagFacts {
  /// What the story calls it.
  var words: String {
    let id = Hexadecimal.text(identifier)
    switch kind {
    case .miFare: return "miFare \(id)"
    case .iso7816: return "iso7816 \(id)" + (initialAID.isEmpty ? "" : " with \(initialAID)")
    case .feliCa: return "feliCa \(id), system \(Hexadecimal.text(systemCode))"
    case .iso15693: return "iso15693 \(id)"
    }
  }
}
