import Glibc

/// Called by libFuzzer before anything else; tells at once where no target of the name is.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  _ = Target.chosen
  return 0
}

/// Called by libFuzzer with bytes that it thought of.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Target.chosen.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

extension Target {
  /// The target that the environment names.
  static let chosen: Target = {
    let name = unsafe getenv("NFCTRACE_FUZZ").map { unsafe String(cString: $0) } ?? ""
    if let target = Target(rawValue: name) { return target }
    for target in Target.allCases { print(target.rawValue) }
    exit(name == "list" ? 0 : 2)
  }()
}
