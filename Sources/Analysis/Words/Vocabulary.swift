import Bytes
import Decoding
import GrammarLanguage

/// What rules ask of the grammars.
struct Vocabulary {
  init() {}

  /// Whether an answer's status is an error under the application that gave it.
  func isError(_ view: APDUView) -> Bool {
    guard let status = view.exchange.status, status != 0x9000 else { return false }
    switch status >> 8 {
    case 0x61, 0x62, 0x91, 0x92, 0x9F: return false
    case 0x63: return status & 0xF0 == 0xC0
    default: return true
    }
  }

  /// What a status says in few words.
  func meaning(of status: UInt16, _ command: OutcomeState.Command) -> String? { nil }

  /// What an instruction is called.
  func instruction(cla: UInt8, ins: UInt8, application: Identifier) -> String {
    "INS \(Hex.text(ins, digits: 2))"
  }

  /// A command's name, with the number of the record that it reads.
  func name(of command: OutcomeState.Command) -> String {
    let name = instruction(cla: command.cla, ins: command.ins, application: command.application)
    return command.ins == 0xB2 ? "\(name) \(command.p1)" : name
  }

  /// A registered application.
  mutating func application(_ aid: Identifier) -> (name: String, isPayment: Bool)? { nil }

  /// An application's short name, or its AID.
  mutating func name(of aid: Identifier) -> String { application(aid)?.name ?? Hex.text(aid.bytes) }
}
