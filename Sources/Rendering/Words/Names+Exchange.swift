import Bytes
import Decoding

extension Names {
  /// What an exchange's command is called; nil where no grammar knows it.
  mutating func name(of exchange: Exchange, _ command: Span<UInt8>) -> String? {
    switch exchange.form {
    case .iso7816:
      guard command.count >= 4 else { return nil }
      return instruction(cla: command[0], ins: command[1], under: exchange.application)
    case .felica: return command.count > 1 ? self.command(.felica, command[1]) : nil
    case .iso15693:
      guard let request = VicinityRequest(command) else { return nil }
      return vicinity(request.code, maker: request.maker)
    case .classic where exchange.isEncrypted: return nil
    default:
      return command.count > 0 ? self.command(exchange.form, command[0]) : nil
    }
  }

  /// The same by what a comparison keeps of a command: the form and two bytes that name it.
  mutating func name(
    of form: Exchange.Form, _ first: UInt8, _ second: UInt8, under application: Identifier
  ) -> String? {
    switch form {
    case .iso7816: instruction(cla: first, ins: second, under: application)
    case .iso15693: vicinity(first, maker: nil)
    default: command(form, first)
    }
  }
}
