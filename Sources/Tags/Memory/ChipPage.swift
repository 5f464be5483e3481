/// What a Type 2 chip keeps in a page behind its data.
package enum ChipPage: UInt8, Equatable, Sendable {
  case data
  case dynamicLock
  /// From which page on a password or a key is asked for.
  case firstProtected
  /// What is protected, and how.
  case access
  case password
  case passwordAcknowledge
  case key
}

extension Type2Chip {
  /// What a page holds.
  package func contents(of page: Int) -> ChipPage {
    if let keys, keys.contains(page) { return .key }
    if page == lock?.page { return .dynamicLock }
    // Ultralight C has no page of passwords behind its two of configuration.
    if self == .ultralightC { return page == 42 ? .firstProtected : page == 43 ? .access : .data }
    if let configuration {
      if page == configuration { return .firstProtected }
      if page == configuration + 1 { return .access }
    }
    guard let password else { return .data }
    return page == password ? .password : page == password + 1 ? .passwordAcknowledge : .data
  }
}
