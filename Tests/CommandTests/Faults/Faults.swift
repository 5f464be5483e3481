import Foundation

/// A library that makes the machine bad for one program, built from Tests/Faults/faults.c.
enum Faults {
  /// Where the library is, beside the program; nil where nothing builds it.
  static let library: String? = {
    guard let compiler = ["cc", "gcc", "clang"].lazy.compactMap(Child.installed).first else {
      return nil
    }
    let source = Twin.folder.appendingPathComponent("../Tests/Faults/faults.c").path
    let target = Child.binary.deletingLastPathComponent().appendingPathComponent("faults.so").path
    let words = ["-shared", "-fPIC", "-O1", "-o", target, source]
    let run = try? Child.run(compiler, words, in: Scratch())
    return run?.code == 0 ? target : nil
  }()

  /// What Tests/Faults/faults.c is told: which call fails, from the how-manieth on, and how.
  static func environment(
    _ call: String = "", at number: Int = 0, how: String = "28", lasts: Bool = false,
    piece: Int = 0, report: String? = nil
  ) -> [String: String] {
    var all = [
      "LD_PRELOAD": library ?? "", "FAULTS_CALL": call, "FAULTS_AT": "\(number)",
      "FAULTS_HOW": how, "FAULTS_LASTS": lasts ? "1" : "0", "FAULTS_PIECE": "\(piece)",
    ]
    all["FAULTS_REPORT"] = report
    return all
  }

  /// The memory that a program took at its peak, in MB, as it reported.
  static func peak(_ name: String, in scratch: Scratch) -> Double? {
    let report = scratch.read(name).map { String(decoding: $0, as: UTF8.self) }
    return report?.split(separator: " ").last.flatMap { Double($0.dropLast()) }.map { $0 / 1024 }
  }
}
