import Glibc
package import TraceFormat

/// The library that is loaded in front of a program's own, so that its calls are seen.
package enum PreloadLibrary {
  /// What the linker calls it.
  static let name = "libnfctrace-preload.so"

  /// Where it lies: beside this program where that was built, or where both were installed to.
  package static func path(
    beside program: String = Descriptor.resolved("/proc/self/exe"),
    exists: (String) -> Bool = { Descriptor.standing($0) == .file }
  ) throws(TraceError) -> String {
    let folder = program.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let installed = folder.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let places = ["\(folder)/\(name)", "\(installed)/lib/nfctrace/\(name)"]
    if let place = places.first(where: exists) { return place }
    throw TraceError(
      "\(name) is neither in \(folder) nor in \(installed)/lib/nfctrace: programs cannot be "
        + "recorded; build it with make, or install nfctrace with make install")
  }

  /// What `LD_PRELOAD` is to be, so that others' libraries stay in it.
  package static func variable(_ path: String, before: String?) -> String {
    // Both a space and a colon end a name there.
    guard let before, !before.isEmpty else { return path }
    return "\(before):\(path)"
  }
}
