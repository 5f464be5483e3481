import Foundation
import Testing

@testable import TraceFormat

@Suite struct OutputFileTests {
  @Test func aFileBesideItsTargetTakesTheNameAtTheEnd() throws {
    let scratch = try Scratch()
    var output = try OutputFile.beside(scratch.path("a"), force: false)
    try output.write([1, 2].span)
    #expect(!scratch.names.contains("a"))
    try output.finish()
    #expect(scratch.names == ["a"])
    #expect(try scratch.bytes("a") == [1, 2])
  }

  @Test func aProgramThatIsKilledLeavesNothingBesideItsTarget() async throws {
    let scratch = try Scratch()
    let path = scratch.path("a")
    // Where the file system has no files without names, there would be one under a temporary name.
    let hasNameless = (try? Descriptor.nameless(in: scratch.folderPath)) != nil
    try #require(hasNameless || scratch.names.isEmpty)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      var output = try OutputFile.beside(path, force: false)
      try output.write([1, 2].span)
      kill(getpid(), SIGKILL)
    }
    #expect(scratch.names.count == (hasNameless ? 0 : 1))
  }

  @Test(arguments: [true, false]) func aTemporaryFileTakesTheNameToo(isForced: Bool) throws {
    // A folder that is no place for files without names is hard to come by; the step behind it is
    // the same for both.
    let scratch = try Scratch()
    if isForced { _ = try scratch.file("a", [7]) }
    let file = try Descriptor.creating(scratch.path("a.tmp"))
    try Descriptor.rename(file.name, to: scratch.path("a"), replacing: isForced)
    #expect(scratch.names == ["a"])
    #expect(try scratch.bytes("a") == [])
  }

  @Test func aFileLetGoBeforeTheEndLeavesNothing() throws {
    let scratch = try Scratch()
    do {
      var output = try OutputFile.beside(scratch.path("a"), force: false)
      try output.write([1, 2].span)
    }
    #expect(scratch.names == [])
  }

  @Test func aFileUnderItsNameIsThereFromTheFirstByte() throws {
    let scratch = try Scratch()
    var output = try OutputFile.under(scratch.path("a"), force: false)
    try output.write([1, 2].span)
    #expect(try scratch.bytes("a") == [1, 2])
    try output.cut(to: 1)
    try output.write([9].span)
    #expect(try scratch.bytes("a") == [1, 9])
  }

  @Test func whatExistsIsRefusedUnlessForced() throws {
    let scratch = try Scratch()
    let path = try scratch.file("a", [7])
    #expect(throws: TraceError("\(path): exists already; --force replaces it")) {
      _ = try OutputFile.beside(path, force: false)
    }
    #expect(throws: TraceError.self) { _ = try OutputFile.under(path, force: false) }
    #expect(throws: TraceError.self) { _ = try OutputFile.beside(scratch.path(""), force: true) }
    var output = try OutputFile.beside(path, force: true)
    try output.write([8].span)
    #expect(try scratch.bytes("a") == [7])
    try output.finish()
    #expect(try scratch.bytes("a") == [8])
  }

  @Test func aNameTakenMeanwhileIsNotReplaced() throws {
    let scratch = try Scratch()
    var output = try OutputFile.beside(scratch.path("a"), force: false)
    try output.write([1].span)
    _ = try scratch.file("a", [7])
    #expect(throws: TraceError("\(scratch.path("a")): File exists", system: .init(code: 17))) {
      try output.finish()
    }
    #expect(try scratch.bytes("a") == [7])
  }

  @Test func aFullDiskTakesWhatFitsAndThenRefuses() throws {
    let scratch = try Scratch()
    var output = try OutputFile.under(scratch.path("a"), force: false)
    output.room = 3
    try output.write([1, 2].span)
    #expect(
      throws: TraceError(
        "\(scratch.path("a")): No space left on device", system: .init(code: 28))
    ) {
      try output.write([3, 4].span)
    }
    #expect(try scratch.bytes("a") == [1, 2, 3])
  }

  @Test func aDeviceIsWrittenInto() throws {
    var full = try OutputFile.beside("/dev/full", force: false)
    #expect(throws: TraceError("/dev/full: No space left on device", system: .init(code: 28))) {
      try full.write([1].span)
    }
  }
}
