import Decoding

/// Says that a card is a sensor worn on the body; `PersonalData` has the manual page.
enum BodySensor {
  static func check(
    _ uid: Identifier, at place: Place?, half: Finding.Half, step: Int, visit: inout VisitState,
    _ vocabulary: Vocabulary, into findings: inout [Finding]
  ) {
    guard !visit.isSensor, uid.count == 8, let place,
      let device = vocabulary.vicinityDevice(uid)
    else { return }
    visit.isSensor = true
    findings.append(
      Finding(
        .personalData, visit: visit.number, step: step, half: half, places: Places(place),
        message: "the UID of \(device): it tells of its wearer's health"))
  }
}
