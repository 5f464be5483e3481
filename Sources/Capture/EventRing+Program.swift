import TraceFormat

/// How a program comes to write into a ring.
extension EventRing {
  /// Makes a ring.
  static func make() throws(TraceError) -> EventRing {
    do throws(SystemError) {
      return try EventRing()
    } catch {
      throw error.error("memory for the recorder")
    }
  }

  /// The variables with which a program loads the library and finds the ring. `preloaded` is what is
  /// loaded in front of it anyway.
  func environment(preloaded: String?) throws(TraceError) -> [String: String] {
    let library = ProgramRun.nameForLinker(try PreloadLibrary.path())
    return [
      "LD_PRELOAD": PreloadLibrary.variable(library, before: preloaded),
      "NFCTRACE_RING": "\(ProgramRun.own):\(file)",
    ]
  }
}
