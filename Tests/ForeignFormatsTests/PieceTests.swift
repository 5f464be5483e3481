import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// What is known with each frame does not depend on the pieces in which a capture arrives.
@Suite struct PieceTests {
  /// Interfaces and field events that come late, a source whose link its second frame tells, a
  /// packet of no interface.
  private static let late: [UInt8] = {
    var file = PcapngFile()
    file.section()
    file.interface(264, options: file.option(2, Array("one".utf8)))
    for time in 0..<3 { file.packet(0, UInt64(time), "00FE0001 26") }
    file.interface(252, options: file.option(2, Array("two".utf8)))
    file.packet(1, 10, "000C0008 66656C6963620000 00000000 0012FC0100")
    file.packet(1, 11, "000C0008 66656C6963610000 00000000 0012FC0100")
    file.packet(0, 12, "00FC0000")
    file.packet(7, 13, "00FE0001 26")
    file.section(options: file.option(4, Array("another".utf8)))
    file.interface(264, options: file.option(2, Array("three".utf8)))
    file.packet(0, 14, "00FF0002 4400")
    return file.bytes
  }()

  private static let pcap: [UInt8] = {
    var file = PcapFile()
    file.linkType = 252
    file.add(1, 0, "000C0008 66656C6963620000 00000000 0012FC0100")
    file.add(2, 0, "000C0008 66656C6963610000 00000000 0012FC0100")
    file.add(3, 0, "000C0008 66656C6963610000 00000000 0012FC0100")
    return file.bytes
  }()

  private static let events: [UInt8] = {
    var file = PcapFile()
    for second in 0..<3 { file.add(UInt32(second), 0, "00FE0001 26") }
    file.add(9, 0, "00FC0000")
    file.add(10, 0, "00FB0000")
    return file.bytes
  }()

  @Test("Each frame comes with the same description", arguments: [late, pcap, events])
  func describes(file: [UInt8]) throws {
    let whole = try known(file, inPiecesOf: .max)
    for size in [1, 7, 64] { #expect(try known(file, inPiecesOf: size) == whole) }
  }

  @Test func aLateInterfaceIsKnownWithItsFirstFrameAndNotBefore() throws {
    let known = try known(Self.late, inPiecesOf: .max)
    #expect(known.map(\.sources.count) == [1, 1, 1, 2, 2, 2, 3, 4])
    #expect(
      known.map(\.sources[0].recordsField) == [false, false, false, false, false, true, true, true])
    #expect(known[3].sources[1].link == .other)
    #expect(known[4].sources[1].link == .nfcF)
    #expect(known[6].recorder.isEmpty && known[7].recorder == "another")
  }

  @Test func namesOfInterfacesTakeNoMoreThanAMebibyte() throws {
    var file = PcapngFile()
    file.section()
    for _ in 0..<40 {
      file.interface(264, options: file.option(2, [UInt8](repeating: 0x41, count: 60_000)))
    }
    file.packet(39, 1, "00FE0001 26")
    let reading = try Reading(file.bytes)
    let names = reading.description.sources.map(\.name.utf8.count)
    // Seventeen of 60,000 bytes fit into 1,048,576.
    #expect(names == [Int](repeating: 60_000, count: 17) + [Int](repeating: 0, count: 23))
    #expect(
      reading.damage.map(\.reason) == [
        "names of interfaces from here on are left out: they take over 1 MiB"
      ])
    #expect(reading.frames.map(\.frame.source) == [39])
  }

  @Test("What comes before the frame that cannot be written is put out", arguments: [1, .max])
  func putsOutWhatCameBefore(piece: Int) throws {
    var reader = try openFrames(InputFile(Pieces(Self.late, of: piece)))
    var written: [UInt8] = []
    #expect(throws: TraceError.self) {
      _ = try Conversion.run(from: &reader, with: PcapWriter()) { bytes throws(TraceError) in
        written.append(bytes)
      }
    }
    // The header and three records of five bytes.
    #expect(written.count == 24 + 3 * (16 + 5))
  }

  /// The description that comes with each frame.
  private func known(_ file: [UInt8], inPiecesOf size: Int) throws -> [TraceDescription] {
    var reader = try openFrames(InputFile(Pieces(file, of: size)))
    var batch = FrameBatch()
    var known: [TraceDescription] = []
    while try reader.read(into: &batch) {
      known += [TraceDescription](repeating: reader.description, count: batch.frames.count)
    }
    return known
  }
}
