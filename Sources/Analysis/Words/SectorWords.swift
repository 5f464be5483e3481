import Bytes
import Tags

/// The words for what the sectors of a MIFARE Classic card are for and allow.
struct SectorWords {
  let vocabulary: Vocabulary

  /// `directory: 03E1 (NDEF) in sectors 1–3, 4811 (access control) in sector 5`; nil where no
  /// directory was seen.
  static func directory(_ sectors: ClassicSectors, _ name: (UInt16) -> String?) -> String? {
    guard !sectors.directories.isEmpty else { return nil }
    let entries = sectors.applications.filter { $0.value != 0 }.sorted { $0.key < $1.key }
    guard !entries.isEmpty else { return "directory empty" }
    var runs: [(aid: UInt16, sectors: ClosedRange<Int>)] = []
    for (sector, aid) in entries {
      // Sector 16 is the second directory's.
      if let last = runs.last, last.aid == aid,
        last.sectors.upperBound + 1 == sector || last.sectors.upperBound == 15 && sector == 17
      {
        runs[runs.count - 1].sectors = last.sectors.lowerBound...sector
      } else {
        runs.append((aid, sector...sector))
      }
    }
    let words = runs.map { run in
      let name = name(run.aid).map { " (\($0))" } ?? ""
      return "\(Hex.text(run.aid, digits: 4))\(name) in \(Self.name(run.sectors))"
    }
    return "directory: " + words.joined(separator: ", ")
  }

  /// A line for each run of sectors that are alike, and one for each value.
  func lines(_ sectors: ClassicSectors) -> [String] {
    var lines: [(sectors: ClosedRange<Int>, words: String)] = []
    for trailer in sectors.trailers {
      let words = words(for: trailer)
      if let last = lines.last, last.words == words,
        last.sectors.upperBound + 1 == trailer.sector, trailer.sector != 32
      {
        lines[lines.count - 1].sectors = last.sectors.lowerBound...trailer.sector
      } else {
        lines.append((trailer.sector...trailer.sector, words))
      }
    }
    return lines.map { "\(Self.name($0.sectors)): \($0.words)" }
      + sectors.values.map { value in
        "block \(value.block): value \(value.value), address \(Hex.text(value.address, digits: 2))"
      }
  }

  private func words(for trailer: SectorTrailer) -> String {
    guard trailer.agrees else {
      return "access bits \(Hex.text(trailer.bits)) contradict their complements"
    }
    var parts: [String] = []
    let groups = (0..<3).map { trailer.access($0) }
    // A large sector's groups have five blocks each.
    let width = trailer.sector < 32 ? 1 : 5
    var first = 0
    for group in 0..<3 where group == 2 || groups[group + 1] != groups[group] {
      let blocks = first * width...(group + 1) * width - 1
      let name =
        first == 0 && group == 2
        ? "data"
        : MemoryWords.units(
          blocks.lowerBound..<blocks.upperBound + 1, unit: 1, word: .block)
      parts.append("\(name) \(vocabulary.classicAccess(groups[group], isTrailer: false))")
      first = group + 1
    }
    parts.append("trailer: \(vocabulary.classicAccess(trailer.access(3), isTrailer: true))")
    if let general = trailer.general {
      let meaning = vocabulary.generalPurpose(general)
      parts.append(
        meaning.isEmpty ? "general purpose byte \(Hex.text(general, digits: 2))" : meaning)
    }
    return parts.joined(separator: "; ")
  }

  private static func name(_ sectors: ClosedRange<Int>) -> String {
    sectors.count == 1
      ? "sector \(sectors.lowerBound)" : "sectors \(sectors.lowerBound)–\(sectors.upperBound)"
  }
}
