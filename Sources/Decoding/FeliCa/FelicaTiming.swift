/// How long a FeliCa card may take, by the last six bytes of its PMm (FeliCa Card User's Manual).
///
///     b8 b7 | b6 b5 b4 | b3 b2 b1        T × ((B + 1) × n + A + 1) × 4^E
///        E  |    B     |    A            T = 256 × 16 / fc, n the nodes or blocks asked for
package enum FelicaTiming {
  /// The longest time from the end of a command (LEN first) to its answer, in nanoseconds; nil for
  /// commands of which PMm says nothing, and where an enciphered command hides what it asks for.
  package static func limit(for command: Span<UInt8>, pmm: UInt64) -> Int64? {
    guard command.count >= 2 else { return nil }
    switch command[1] {
    case FelicaCode.requestService, FelicaCode.requestServiceV2,
      FelicaCode.requestBlockInformation, FelicaCode.requestBlockInformationEx:
      return count(command, at: 10).map { limit(parameter(0, of: pmm), times: $0) }
    case FelicaCode.getNodeProperty:
      return count(command, at: 11).map { limit(parameter(0, of: pmm), times: $0) }
    case FelicaCode.requestCodeList: return limit(parameter(0, of: pmm), times: 0)
    case FelicaCode.requestResponse, FelicaCode.searchServiceCode, FelicaCode.requestSystemCode,
      FelicaCode.requestSpecificationVersion, FelicaCode.resetMode, 0x24, 0x38:
      return limit(parameter(1, of: pmm), times: 0)
    case FelicaCode.authentication1:
      guard let areas = count(command, at: 10),
        let services = count(command, at: 11 + 2 * areas)
      else { return nil }
      return limit(parameter(2, of: pmm), times: areas + services)
    case FelicaCode.authentication1V2:
      return count(command, at: 11).map { limit(parameter(2, of: pmm), times: $0) }
    case FelicaCode.authentication2, FelicaCode.authentication2V2:
      return limit(parameter(2, of: pmm), times: 0)
    case FelicaCode.read, FelicaCode.write:
      guard let services = count(command, at: 10),
        let blocks = count(command, at: 11 + 2 * services)
      else { return nil }
      let kind = command[1] == FelicaCode.read ? 3 : 4
      return limit(parameter(kind, of: pmm), times: blocks)
    case 0x20, 0x22: return limit(parameter(5, of: pmm), times: 0)
    default: return nil
    }
  }

  /// What one byte of PMm allows for a number of nodes or blocks, in nanoseconds.
  package static func limit(_ parameter: UInt8, times count: Int) -> Int64 {
    let fixed = Int64(parameter & 0x07) + 1
    let each = Int64(parameter >> 3 & 0x07) + 1
    let units = (each * Int64(count) + fixed) << (2 * Int64(parameter >> 6))
    return (units * 4_096_000_000 + 6_780) / 13_560
  }

  /// One of the six bytes behind the IC code.
  package static func parameter(_ index: Int, of pmm: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: pmm >> UInt64(40 - 8 * index))
  }

  private static func count(_ command: Span<UInt8>, at offset: Int) -> Int? {
    offset < command.count ? Int(command[offset]) : nil
  }
}
