/// Why nothing was chosen: "err".
package struct HandoverError: Equatable, Sendable {
  package var reason: UInt8 = 0
  package var data: [UInt8] = []

  /// Reads a payload as far as it is one.
  package init(reading payload: [UInt8], faults: inout PayloadFaults) {
    reason = payload.first ?? 0
    data = Array(payload.dropFirst())
    let expected = [1: 1, 2: 4, 3: 1][Int(reason)]
    if reason == 0 || expected == nil {
      faults.note(.handover(.reservedReason(reason)), 0..<min(1, payload.count))
    } else if let expected, data.count != expected {
      faults.note(
        .handover(.length("err", expected: 1 + expected, present: payload.count)),
        0..<payload.count)
    }
  }

  /// The number that the data of the known reasons is.
  package var number: UInt32 { data.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
}
