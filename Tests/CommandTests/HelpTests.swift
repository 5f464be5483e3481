import Testing

@testable import nfctrace

@Suite struct HelpTests {
  @Test("A page of help is 80 columns wide and has an example", arguments: names)
  func fitsTheTerminal(name: String) throws {
    let command = try Program.command(named: name)
    let page = HelpPage.page(of: command)
    for line in page.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(!command.examples.isEmpty)
    for example in command.examples {
      #expect(example.line.contains("nfctrace \(name)"))
      #expect(page.contains("  \(example.line)\n"))
    }
    for option in command.allOptions { #expect(page.contains(option.spelling)) }
  }

  @Test func overviewNamesEveryCommand() {
    let page = HelpPage.overview(of: Program.commands)
    for line in page.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for command in Program.commands { #expect(page.contains("\n  \(command.name) ")) }
  }

  @Test("No option is spelled two ways, and no letter has two meanings", arguments: names)
  func hasNoOptionTwice(name: String) throws {
    let options = try Program.command(named: name).allOptions
    #expect(Set(options.map(\.name)).count == options.count)
    let letters = options.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
  }

  @Test("A manual page shows what the help shows", arguments: names)
  func manualHasEveryOption(name: String) throws {
    let command = try Program.command(named: name)
    let page = CommandManual.page(of: command)
    for option in command.allOptions {
      #expect(page.contains(CommandManual.escaped(option.long)))
    }
    #expect(page.hasPrefix(".TH NFCTRACE\\-"))
  }

  @Test(
    "Text is harmless in a manual page",
    arguments: [
      (".x", "\\&.x"), ("a-b", "a\\-b"), ("c:\\d", "c:\\ed"), ("it's", "it\\(aqs"),
      ("\"q\"", "\\(dqq\\(dq"),
    ])
  func escapes(text: String, expected: String) { #expect(CommandManual.escaped(text) == expected) }

  @Test(
    "A mistyped word is met by the nearest",
    arguments: [
      ("analyse", "analyze"), ("convertt", "convert"), ("inf", "info"), ("xyz", nil),
      ("recrod", "record"), ("i", nil),
    ] as [(String, String?)])
  func guesses(word: String, expected: String?) {
    let commands = ["record", "analyze", "info", "convert", "decode"]
    #expect(Spelling.nearest(to: word, among: commands) == expected)
  }

  private static let names = Program.commands.map(\.name)
}
