internal import Bytes

/// `product "name" [short "family"] { … }`
extension GrammarCompiler {
  mutating func compileProduct(_ reader: inout StatementReader) throws(GrammarError) {
    let name = try reader.string("the product's name")
    let family = reader.skip("short") ? try reader.string("the family's name") : name
    try reader.finishWithBody()
    guard try isNewName(tree.string(name.place), of: "product", reader) else { return }
    let start = tables.productPatterns.count
    var traits: Set<String> = []
    for line in tree.body(of: reader.index) {
      var reader = StatementReader(tree, line)
      let word = try reader.word("a trait")
      guard let trait = ProductTrait(rawValue: word) else {
        let known = ProductTrait.allCases.map(\.word).joined(separator: " ")
        throw reader.error("'\(word)' tells no product (\(known))")
      }
      guard traits.insert(word).inserted else {
        throw reader.error("'\(word)' is given twice; alternatives stand behind |")
      }
      let values = try reader.word("values")
      try reader.finishWithoutBody()
      for value in values.split(separator: "|", omittingEmptySubsequences: false) {
        tables.productPatterns.append(try readPattern(value, of: trait, reader))
      }
    }
    guard start < tables.productPatterns.count else {
      throw reader.error("a product has at least one trait")
    }
    guard tables.products.count < 20_000 else { throw reader.error("too many products") }
    tables.products.append(
      ProductRow(
        name: name, family: family, patterns: Rows(start..<tables.productPatterns.count),
        citation: citation))
  }

  private mutating func readPattern(
    _ word: Substring, of trait: ProductTrait, _ reader: StatementReader
  ) throws(GrammarError) -> ProductPattern {
    let isPrefix = word.last == "*"
    let start = tables.productDigits.count
    for unit in (isPrefix ? word.dropLast() : word).utf8 {
      if unit == UInt8(ascii: "?") {
        tables.productDigits.append(nil)
      } else if let digit = Hex.value(unit), unit <= UInt8(ascii: "F") {
        tables.productDigits.append(digit)
      } else {
        throw reader.error("'\(word)' is not hex digits, ? and a * at the end")
      }
    }
    let count = tables.productDigits.count - start
    let needed: Int? = trait == .atqa ? 4 : trait == .sak ? 2 : nil
    guard count > 0, count % 2 == 0, needed == nil || needed == count && !isPrefix else {
      throw reader.error("'\(word)' does not fit \(trait.word)")
    }
    return ProductPattern(
      trait: trait, digits: Rows(start..<tables.productDigits.count), isPrefix: isPrefix)
  }
}
