import Foundation
import Testing

@testable import Rendering

/// Frames that nobody would send, through every renderer.
@Suite struct HostileInputTests {
  @Test("Nothing traps, whatever the frames are", arguments: 0..<24 as Range<UInt64>)
  func survives(seed: UInt64) throws {
    let script = script(seed: seed)
    for columns in [Columns.terminal(80), .terminal(120), .unbounded()] {
      let lines = try story(script, columns) { options in
        options.showsBytes = seed % 2 == 0
        options.showsFields = seed % 3 == 0
      }
      #expect(lines.last?.contains("finding") == true)
      #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 } })
    }
    for details in [[.exchanges, .fields], [.frames, .fields]] as [Set<JSONOptions.Detail>] {
      var options = JSONOptions()
      options.details = details
      var renderer = StoryJSON(options, names: try Known.names(), secrets: try Known.secrets())
      let text = try tell(
        ScriptedReader(script), by: &renderer, keepsFrames: details.contains(.frames)
      ).text
      for line in text.split(separator: "\n") {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      }
    }
    var lines = FindingLines(.github, names: try Known.names(), secrets: try Known.secrets())
    _ = try tell(ScriptedReader(script), by: &lines)
  }

  /// A visit whose later frames have bytes changed, cut off, doubled or left out.
  private func script(seed: UInt64) -> String {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ limit: UInt64) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % limit)
    }
    var lines: [String] = []
    for line in (StoryTextTests.long + StoryTextTests.payment).split(separator: "\n") {
      var line = String(line)
      switch random(12) {
      case 0: continue
      case 1: lines.append(line)
      case 2 where line.count > 8: line = String(line.dropLast(2 * (1 + random(3))))
      case 3 where line.count > 8: line += String(random(90) + 10)
      case 4:
        let length = random(40)
        line =
          (random(2) == 0 ? ">a " : "< ") + (0..<length).map { _ in "\(random(90) + 10)" }.joined()
      default: break
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}
