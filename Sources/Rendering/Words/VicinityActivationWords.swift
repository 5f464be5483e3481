import Bytes
import Decoding

/// The words of how an ISO/IEC 15693, PicoPass or ST25TB card was found.
extension Composer {
  /// `> INVENTORY AFI 10, 16 slots`; of PicoPass `> ACTALL, IDENTIFY, SELECT`.
  mutating func append(requestV request: Span<UInt8>) {
    if request.count > 0, request[0] == 0x81 {
      words.append(isLong ? "> ACTALL, IDENTIFY, SELECT" : "> SELECT")
      return
    }
    guard let asked = VicinityRequest(request) else {
      words.append("> INVENTORY not captured")
      return
    }
    words.append("> INVENTORY")
    if asked.hasFamily, request.count > 2 {
      words.append(" AFI ")
      words.append(hex: request[2])
    }
    let mask = asked.hasFamily ? 3 : 2
    words.append(asked.hasFamily ? ", " : " ")
    words.append(count: asked.slots, "slot", "slots")
    guard isLong, request.count > mask, request[mask] > 0 else { return }
    words.append(", mask of ")
    words.append(count: Int(request[mask]), "bit", "bits")
  }

  /// `< UID E0040114B1A3DD03, DSFID 00`.
  mutating func append(answerV activation: Activation, _ answer: Span<UInt8>) {
    words.append("< ")
    words.append(activation.technology.identifierName(of: activation.identifier))
    words.append(" ")
    words.append(hex: activation.identifier)
    guard isLong, answer.count == 10 else { return }
    words.append(", DSFID ")
    words.append(hex: answer[1])
  }

  /// `> INITIATE, SELECT 5C, GET_UID`.
  mutating func append(requestSRI activation: Activation, _ request: Span<UInt8>) {
    words.append("> ")
    if isLong { words.append("INITIATE, ") }
    words.append("SELECT")
    if request.count > 1 {
      words.append(" ")
      words.append(hex: request[1])
    }
    if activation.identifier.count == 8 { words.append(", GET_UID") }
  }
}
