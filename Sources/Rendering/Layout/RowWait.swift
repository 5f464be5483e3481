import Bytes

extension Row.Wait {
  /// Appends the wait, a space and the share right in three columns.
  func append(to out: inout ByteBuffer) {
    switch self {
    case .none: break
    case .time(let wait): Time.append(milliseconds: wait, to: &out)
    case .share(let wait, let percent):
      Time.append(milliseconds: wait, to: &out)
      out.append(UInt8(ascii: " "))
      if percent < 10 { out.append(UInt8(ascii: " ")) }
      out.append(decimal: percent)
      out.append(UInt8(ascii: "%"))
    case .more(let percent):
      out.append(UInt8(ascii: ">"))
      out.append(decimal: percent)
      out.append(UInt8(ascii: "%"))
    }
  }
}
