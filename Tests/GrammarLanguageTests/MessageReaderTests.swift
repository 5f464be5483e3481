import Bytes
import GrammarLanguage
import Testing

@Suite struct MessageReaderTests {
  private let grammar = """
    grammar g {
      over x
      code byte 1
    }
    source S "s"
    state size "bytes in a block"
    enum Kind u8 {
      01 "one"
    }
    struct Pair {
      head u8 s------- s=short
      a    u8 when head.short in 1
      b    u8 when head.short in 0
    }
    struct Inner {
      x u8
      y u16le
    }
    command 00 Ask {   [S]
      count  u8  Kind  in 01..03
      pairs  Pair[count]
      answer {
        same   u8  when command.count in 02
        block  bytes[state.size]
      }
    }
    command 01 Bounded {
      length  u8
      inner   bytes[length] as Inner
      after   u8
    }
    command 02 Less {
      n     u8
      data  bytes[n-1]
    }
    command 03 Many {
      list  u16[rest]
    }
    command 10..17 Ranged {
    }
    command 1A Exact
    command 0001---- Open
    example "none" {
      > 00 10
    }
    """

  @Test(
    "Nodes come in the order of the bytes, with their depth, place and number",
    arguments: [
      // Two pairs: 80 05 is short and has a; 01 06 is not and has b.
      (
        "FF00 02 8005 0106",
        [
          "0 Ask 0..<7", "1 count 2..<3 = 2", "1 pairs 3..<7", "2 [0] 3..<5",
          "3 head 3..<4 = 128", "4 short 3..<4 = 1", "3 a 4..<5 = 5", "2 [1] 5..<7",
          "3 head 5..<6 = 1", "4 short 5..<6 = 0", "3 b 6..<7 = 6",
        ]
      ),
      (
        "FF01 03 AA0102 BB",
        [
          "0 Bounded 0..<7", "1 length 2..<3 = 3", "1 inner 3..<6", "2 x 3..<4 = 170",
          "2 y 4..<6 = 513", "1 after 6..<7 = 187",
        ]
      ),
      ("FF02 03 AABB", ["0 Less 0..<5", "1 n 2..<3 = 3", "1 data 3..<5"]),
      (
        "FF03 0001 0002",
        [
          "0 Many 0..<6", "1 list 2..<6", "2 [0] 2..<4 = 1", "2 [1] 4..<6 = 2",
        ]
      ),
      ("FF10", ["0 Ranged 0..<2"]),
      ("FF19", ["0 Open 0..<2"]),
      ("FF1A", ["0 Exact 0..<2"]),
    ] as [(String, [String])]
  )
  func readsNodes(hex: String, expected: [String]) throws {
    let reading = try Reading(grammar, hex)
    #expect(reading.nodes == expected)
    #expect(reading.problems == [])
  }

  @Test(
    "What does not fit is said with its place and what claimed it",
    arguments: [
      // Count 2, one pair and the head of the second.
      ("FF00 02 8005 01", ["truncated(needed: 1, available: 0) at 6 pairs[1].b"]),
      ("FF00 04 8005 8005 8005 8005", ["unexpected at 2 count"]),
      ("FF00 01 8005 77", ["trailing(count: 1) at 5 rest"]),
      (
        "FF01 05 AA0102 BB",
        [
          "truncated(needed: 5, available: 4) at 7 inner, claimed by length"
        ]
      ),
      // Inside the bounded run: y has one byte; what follows the run is read all the same.
      ("FF01 02 AA01 BB", ["truncated(needed: 2, available: 1) at 5 inner.y"]),
      ("FF01 04 AA010203 BB", ["trailing(count: 1) at 6 inner.rest"]),
      ("FF02 00", ["negative at 3 data, claimed by n"]),
      ("FF03 0001 00", ["truncated(needed: 2, available: 1) at 5 list[1]"]),
      ("FF02", ["truncated(needed: 1, available: 0) at 2 n"]),
    ] as [(String, [String])]
  )
  func saysWhatDoesNotFit(hex: String, expected: [String]) throws {
    #expect(try Reading(grammar, hex).problems == expected)
  }

  @Test func anAnswerReadsWhatItsCommandAndTheLayerKnow() throws {
    let lexicon = try Reading.lexicon(grammar)
    let g = try #require(lexicon.grammar("g"))
    let perspective = Perspective(g)
    var tree = FieldTree()
    let command = try #require(Hex.bytes("FF000280058005"))
    let found = g.message(in: command.span, isResponse: false)
    let message = try #require(found)
    var reader = MessageReader(perspective)
    reader.read(message, command.span, into: &tree)
    let answer = try #require(g.answer(to: message))
    let bytes: [UInt8] = [0x11, 0x22, 0x33, 0x44]

    var states = StateValues()
    let size = try #require(g.state(named: "size"))
    states[size] = 3
    tree.clear()
    var whole = MessageReader(perspective, command: reader.registers, states: states)
    whole.read(answer, bytes.span, into: &tree)
    #expect(
      Reading.outline(tree, lexicon) == ["0 Ask 0..<4", "1 same 0..<1 = 17", "1 block 1..<4"])

    tree.clear()
    var unsized = MessageReader(perspective, command: reader.registers)
    unsized.read(answer, bytes.span, into: &tree)
    #expect(
      Reading.outline(tree, lexicon) == ["0 Ask 0..<4", "1 same 0..<1 = 17", "1 bytes 1..<4"])
    #expect(tree.nodes[2].flags == .unknownShape)
    #expect(tree.problems == [])

    tree.clear()
    var alone = MessageReader(perspective, states: states)
    alone.read(answer, bytes.span, into: &tree)
    #expect(Reading.outline(tree, lexicon) == ["0 Ask 0..<4", "1 bytes 0..<4"])
  }

  @Test func aHostileCountMakesABoundedTree() throws {
    let many = """
      grammar g {
        over x
        code byte 0
      }
      source S "s"
      struct Bits {
        b u8 ssssssss s=s
      }
      command 00 Many {  [S]
        bits Bits[rest]
      }
      example "none" {
        > 00
      }
      """
    let lexicon = try Reading.lexicon(many)
    let g = try #require(lexicon.grammar("g"))
    let bytes = [UInt8](repeating: 0, count: 70_000)
    var tree = FieldTree()
    var reader = MessageReader(Perspective(g))
    let message = g.message(in: bytes.span, isResponse: false)
    reader.read(try #require(message), bytes.span, into: &tree)
    #expect(tree.nodes.count <= FieldTree.nodeLimit + 3)
    #expect(tree.problems.map(\.kind) == [.tooMany(limit: FieldTree.nodeLimit)])
  }
}

/// One frame read by one grammar.
private struct Reading {
  let nodes: [String]
  let problems: [String]

  init(_ text: String, _ hex: String) throws {
    let lexicon = try Self.lexicon(text)
    let grammar = try #require(lexicon.grammar("g"))
    let bytes = try #require(Hex.bytes(hex.filter { $0 != " " }))
    var tree = FieldTree()
    var reader = MessageReader(Perspective(grammar))
    let message = grammar.message(in: bytes.span, isResponse: false)
    reader.read(try #require(message), bytes.span, into: &tree)
    nodes = Self.outline(tree, lexicon)
    problems = tree.problems.map { problem in
      let claim = problem.claim.map { ", claimed by \(Self.path($0, tree, lexicon))" } ?? ""
      return
        "\(problem.kind) at \(problem.offset) \(Self.path(problem.node, tree, lexicon))\(claim)"
    }
  }

  static func lexicon(_ text: String) throws(GrammarError) -> Lexicon {
    try Lexicon([GrammarFile(file: "g", bytes: Array(text.utf8))])
  }

  /// One line a node: depth, component, place, number.
  static func outline(_ tree: FieldTree, _ lexicon: Lexicon) -> [String] {
    tree.nodes.indices.map { index in
      let node = tree.nodes[index]
      let name = text { lexicon.append(componentOf: index, in: tree, to: &$0) }
      let hasNumber = node.kind == .number || node.kind == .bits
      return "\(node.depth) \(name) \(node.place.range)" + (hasNumber ? " = \(node.number)" : "")
    }
  }

  static func path(_ node: Int, _ tree: FieldTree, _ lexicon: Lexicon) -> String {
    text { lexicon.append(pathOf: node, in: tree, to: &$0) }
  }

  private static func text(_ write: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer(capacity: 64)
    write(&buffer)
    var bytes: [UInt8] = []
    let span = buffer.span
    for index in span.indices { bytes.append(span[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
