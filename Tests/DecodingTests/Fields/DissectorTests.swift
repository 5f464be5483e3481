import Bytes
import GrammarLanguage
import Testing
import TraceFormat

@testable import Decoding

@Suite struct DissectorTests {
  /// Activation, PPSE and Visa of a phone at a gate, as captured (CRCs recomputed by `Talk`).
  private static let phone =
    """
    on
    > 26
    < 0400
    > 9320
    < 08DFBFF29A
    >a 937008DFBFF29A
    <a 20
    >a E050
    <a 0578807002
    >a 0200A404000E325041592E5359532E444446303100
    <a 026F2A840E325041592E5359532E4444463031A518BF0C1561134F07A00000000310108701019F0A04000101019000
    >a 0300A4040007A000000003101000
    <a 136F428407A0000000031010A5379F381B9F66049F02069F03069F1A0295055F2A029A039C019F37049F4E14BF0C169F5A053109750100BF6304DF200180
    >a A2
    <a 029F0A04000101019000
    >a 0380A80000378335328040000000000001000000000000000826000000000008262110140025F8439A000000000000000000000000000000000000000000
    <a F201
    >a F201
    <a 036986

    """

  @Test func takesADirectoryApart() throws {
    let lines = try lines(Self.phone, step: 4)
    #expect(lines.command.contains(#"p1 04 "by DF name" 10:3"#))
    #expect(lines.command.contains(#"aid 325041592E5359532E4444463031 "PPSE" 10:6"#))
    // The value of 4F begins at byte 28 of the frame, as the finding about it says.
    #expect(lines.answer.contains(#"6F.A5.BF0C.61.4F A0000000031010 "Visa" 11:28"#))
    #expect(lines.answer.contains(#"6F.A5.BF0C.61.87 01 "priority 1" 11:37"#))
    #expect(lines.answer.contains(#"status 9000 "done" 11:45"#))
  }

  @Test func followsATemplateOverTwoBlocks() throws {
    let lines = try lines(Self.phone, step: 5)
    #expect(lines.answer.contains(#"6F.A5.9F38[1] 9F0206 "Amount, Authorised" 13:20"#))
    // The second block brings 9F0A: PCB, 9F 0A 04, then the value.
    #expect(lines.answer.contains("6F.A5.BF0C.9F0A 00010101 15:4"))
  }

  @Test func readsTheTerminalsDataByTheCardsList() throws {
    let lines = try lines(Self.phone, step: 6)
    #expect(
      lines.command.contains(
        #"83.9F66 32804000 "EMV mode" "EMV contact" "signature" "online cryptogram required" "#
          + #""consumer device CVM" 16:8"#))
    #expect(lines.command.contains(#"83.5F2A 0826 "GBP" 16:31"#))
    #expect(lines.command.contains(#"83.9A 211014 "2021-10-14" 16:33"#))
    #expect(lines.command.contains("83.9F37 25F8439A 16:37"))
    // Status words are read under the application that gave them.
    #expect(lines.answer.contains(#"status 6986 "not allowed: see phone" 19:1"#))
  }

  @Test func putsTheActivationTogether() throws {
    let selection = try lines(Self.phone, step: 2).answer
    #expect(selection.contains(#"atqa.uid_size 0 "single, 4 bytes""#))
    #expect(selection.contains("uid 08DFBFF2"))
    #expect(selection.contains(#"sak 20 "ISO-DEP" "UID complete""#))
    let answer = try lines(Self.phone, step: 3)
    #expect(answer.command.contains(#"parameter.fsd 5 "64 bytes" 8:1"#))
    #expect(answer.answer.contains(#"tb1.fwt 7 "38.7 ms" 9:3"#))
    #expect(answer.answer.contains(#"tc1 02 "CID" "no NAD" 9:4"#))
    // No historical bytes, no line.
    #expect(!answer.answer.contains { $0.hasPrefix("historical") })
  }

  @Test func readsWrappedCommandsAsTheApplicationsOwn() throws {
    let talk =
      Talk.activated + """
        >a D01100
        <a D0
        >a 0A0000A4040007D2760000850100
        <a 0A009000
        >a 0B00905A0000034F49D300
        <a 0B009100
        >a 0A0090F50000010F00
        <a 0A000001031238000003FD0D1FE11E91669100
        >a BA00
        """
    let parameters = try lines(talk, step: 4)
    #expect(parameters.command.contains(#"pps1.to_card 0 "106 kbit/s" 14:2"#))
    #expect(parameters.answer.contains("ppss D0 15:0"))
    #expect(
      try lines(talk, step: 6).command == [
        "SELECT_APPLICATION 18:2", #"application 4F49D3 "D3494F" 18:7"#,
      ])
    let settings = try lines(talk, step: 7)
    #expect(settings.command.contains("file 0F 20:7"))
    #expect(settings.answer.contains(#"type 00 "standard data file" 21:2"#))
    #expect(settings.answer.contains(#"access.change 3 "key 3" 21:4"#))
    #expect(settings.answer.contains("more 03FD0D1FE11E9166 21:9"))
    #expect(settings.answer.contains(#"status 9100 "done" 21:17"#))
    #expect(try lines(talk, step: 8).command.contains("pcb.number 0 22:0"))
  }

  @Test func readsTagsWithoutBlocks() throws {
    let tag = """
      on
      > 26
      < 4400
      > 9320
      < 8804A81DB1
      >a 93708804A81DB1
      <a 04
      > 9520
      < 12DE5F8013
      >a 957012DE5F8013
      <a 00
      >a 1BDAE55796
      <a ABDA
      >a A20411223344
      < 0A
      """
    let password = try lines(tag, step: 3)
    #expect(password.command.contains("password DAE55796 12:1"))
    #expect(password.answer.contains("pack ABDA 13:0"))
    let write = try lines(tag, step: 4)
    #expect(write.command.contains("page 04 14:1"))
    #expect(write.answer.first == "ACK 15:0")
    let felica = """
      on
      >f 0600FFFF0000
      <f 1201012E3D4C5B6A798800F1000000014300
      >f 1006012E3D4C5B6A7988010B00018000
      <f 0C07012E3D4C5B6A798801A8
      """
    #expect(try lines(felica, step: 2).answer.contains("idm 012E3D4C5B6A7988 3:2"))
    let read = try lines(felica, step: 3)
    #expect(read.command.contains(#"services[0] 0B00 "service 0: random, read only" 4:11"#))
    #expect(read.answer.contains(#"status_2 A8 "illegal block number" 5:11"#))
  }

  @Test func readsTypeBAndPollsForPasses() throws {
    let typeB = """
      on
      >b 050008
      <b 50820DE17420381922002185
      >b 1D820DE17400080100
      <b 00
      """
    #expect(try lines(typeB, step: 2).answer.contains("pupi 820DE174 3:1"))
    #expect(try lines(typeB, step: 3).command.contains("pupi 820DE174 4:1"))
    let gate = """
      >a 6A02C801000300027900000000
      > 52
      """
    #expect(
      try lines(gate, step: 1).command.contains(
        #"transit_tci 030002 "Transport for London""#))
  }

  @Test func trapsOnNothing() throws {
    var dissector = Dissector(try Lexicon(builtInAnd: []))
    var dissection = Dissection()
    var random = SystemRandomNumberGenerator()
    let firsts: [UInt8] = [0x00, 0x80, 0x90, 0x30, 0x1B, 0x60, 0x10, 0x5A, 0xF5, 0x06]
    let seconds: [UInt8] = [0xA4, 0xA8, 0xAE, 0xB2, 0xCA, 0x20, 0x06, 0x5A, 0xAF, 0x82]
    let forms: [Exchange.Form] = [.iso7816, .native, .type2, .felica, .classic, .unknown]
    var nodes = 0
    for round in 0..<3000 {
      var story = Story()
      func bytes(_ starts: [[UInt8]]) -> [UInt8] {
        var bytes = starts.compactMap { $0.randomElement(using: &random) }
        for _ in 0..<Int.random(in: 0...24, using: &random) {
          bytes.append(
            Bool.random(using: &random)
              ? [0x6F, 0x83, 0x9F, 0x38, 0x70, 0x02, 0x00].randomElement(using: &random) ?? 0
              : UInt8.random(in: 0...255, using: &random))
        }
        return bytes
      }
      var exchange = Exchange(form: forms[round % forms.count])
      exchange.command = story.store(bytes([firsts, seconds]).span)
      exchange.answer = story.store(bytes([[0x6F, 0x70, 0x77, 0x80], [0x04, 0x10]]).span)
      exchange.status = Bool.random(using: &random) ? 0x9000 : nil
      exchange.application = Identifier([0xA0, 0x00, 0x00, 0x00, UInt8(round % 5)].span)
      var step = Step(frames: 1...2, time: 0, content: .exchange(exchange))
      step.visit = 1
      dissector.dissect(step, in: story, into: &dissection)
      dissector.observe(.step(step, defects: 0..<0), in: story)
      for half in [dissection.command, dissection.answer] {
        nodes += half.tree.nodes.count
        let count = dissection.withBytes(of: half, in: story) { $0.count }
        for node in half.tree.nodes { #expect(node.place.range.upperBound <= count) }
      }
    }
    #expect(nodes > 3000)
  }

  @Test func saysWhatAPaymentIsAbout() throws {
    #expect(
      try transaction(Self.phone, isShort: false) == [
        "GBP 1.00, purchase, 2021-10-14, country 826 (United Kingdom), "
          + "unpredictable number 25F8439A",
        "TTQ 32804000: EMV mode, EMV contact, signature, online cryptogram required, "
          + "consumer device CVM",
      ])
    #expect(
      try transaction(Self.phone, isShort: true) == [
        "GBP 1.00, purchase, 2021-10-14, country 826",
        "TTQ 32804000: EMV, contact, signature; online cryptogram required; consumer device CVM",
      ])
    // 1,234 yen have no point; country 899 and type 99 have no name.
    let other = Self.phone.replacing(
      "00000000010000000000000008260000000000082621101400",
      with:
        "00000000123400000000000008990000000000039221101499")
    #expect(
      try transaction(other, isShort: false).first
        == "JPY 1234, type 99, 2021-10-14, country 899, unpredictable number 25F8439A")
  }
}

extension DissectorTests {
  /// The fields of a step as `path hex "meaning" frame:byte`.
  private func lines(_ talk: String, step: Int) throws -> (command: [String], answer: [String]) {
    let lexicon = try Lexicon(builtInAnd: [])
    var dissector = Dissector(lexicon)
    var dissection = Dissection()
    let story = Talk(talk).story()
    var index = 0
    for entry in story.entries {
      if case .step(let content, _) = entry {
        index += 1
        if index == step {
          dissector.dissect(content, in: story, into: &dissection)
          return (
            text(dissection.command, dissection, story, lexicon),
            text(dissection.answer, dissection, story, lexicon)
          )
        }
      }
      dissector.observe(entry, in: story)
    }
    return ([], [])
  }

  /// The lines below the row of GET PROCESSING OPTIONS.
  private func transaction(_ talk: String, isShort: Bool) throws -> [String] {
    var dissector = Dissector(try Lexicon(builtInAnd: []))
    let story = Talk(talk).story()
    for entry in story.entries {
      if case .step(let step, _) = entry, case .exchange(let exchange) = step.content {
        let bytes = story.bytes.span.extracting(exchange.command.range)
        if let transaction = Transaction(
          exchange, visit: step.visit, command: bytes, lists: dissector.lists)
        {
          var words = ByteBuffer(capacity: 128)
          #expect(
            dissector.append(
              transaction, of: exchange, command: bytes, isShort: isShort, to: &words))
          words.append("\n")
          #expect(
            dissector.append(
              qualifiersOf: transaction, of: exchange, command: bytes, isShort: isShort,
              to: &words))
          return FieldLines.string(words.span).split(separator: "\n").map(String.init)
        }
      }
      dissector.observe(entry, in: story)
    }
    return []
  }

  private func text(
    _ half: Dissection.Half, _ dissection: Dissection, _ story: Story, _ lexicon: Lexicon
  ) -> [String] {
    dissection.withBytes(of: half, in: story) { bytes in
      zip(half.tree.nodes, FieldLines.text(half.tree, bytes, lexicon)).map { node, line in
        dissection.place(of: node.place.range, in: half, of: story).map {
          "\(line) \($0.frame):\($0.bytes.lowerBound)"
        } ?? line
      }
    }
  }
}
