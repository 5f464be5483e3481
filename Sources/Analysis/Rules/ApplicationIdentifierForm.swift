import Bytes
import Decoding
import GrammarLanguage

/// Raises `aid-unassigned` and `aid-proprietary`.
enum ApplicationIdentifierForm {
  static let unassignedManual = """
    SELECT names an application whose identifier belongs to no category.

    The first half byte of an AID is its category (ISO/IEC 7816-4): A for international, D for \
    national, E for identifiers of standards, F for proprietary ones. Phones route commands by \
    AID and may refuse others. The names of the payment directories (1PAY.SYS.DDF01, \
    2PAY.SYS.DDF01) are no AIDs and are not reported.
    """

  static let proprietaryManual = """
    SELECT names an application with a proprietary identifier (F…), which nobody registers.

    Two issuers can use the same one. F222222222 is the one in Android's own sample code.
    """

  static func check(_ view: APDUView, into findings: inout [Finding], _ story: borrowing Story) {
    let name = view.name
    guard !name.isEmpty, !isDirectory(name) else { return }
    let category = name[0] >> 4
    switch category {
    case 0xA, 0xD, 0xE: break
    case 0xF:
      findings.append(
        view.finding(
          .aidProprietary, half: .command,
          at: view.commandPlace(view.command.data.range, in: story),
          "\(name) is a proprietary identifier, which nobody registers", in: story))
    default:
      findings.append(
        view.finding(
          .aidUnassigned, half: .command,
          at: view.commandPlace(view.command.data.range, in: story),
          """
          \(name) begins with \(Hex.text(category, digits: 1)), a category that is not assigned \
          (A, D, E and F are)
          """,
          in: story))
    }
  }

  /// EMV's directories, `1PAY.SYS.DDF01` and `2PAY.SYS.DDF01`.
  static func isDirectory(_ name: Identifier) -> Bool {
    name == contactless || name == contact
  }

  private static let contactless = Identifier(Array("2PAY.SYS.DDF01".utf8).span)
  private static let contact = Identifier(Array("1PAY.SYS.DDF01".utf8).span)
}
