import Bytes
import GrammarLanguage

/// Looks for values in what people wrote: comments, names of sources. There a number has spaces or
/// hyphens in it, and a name is in small letters, so letters and digits alone are compared.
struct TextSearch: Sendable {
  private let search: FormSearch
  /// Those of the forms that count only as a word of their own.
  private let words: Set<Int>

  /// A value that was found: what to write in which places of the text.
  struct Match {
    var value: Int
    var letters: [(place: Int, letter: UInt8)]
  }

  init(_ values: [SecretValue], _ substitutes: [[UInt8]]) {
    var forms = TextForms()
    for (index, value) in values.enumerated() {
      forms.add(value, index, substitute: substitutes[index])
    }
    search = FormSearch(forms.list)
    words = forms.words
  }

  /// Everything that a text says of the values.
  func find(in text: [UInt8]) -> [Match] {
    let places = text.indices.filter { Self.isLetter(text[$0]) }
    let letters = places.map { Self.capital(text[$0]) }
    var found: [FormSearch.Match] = []
    search.find(in: letters.span, 0..<letters.count, into: &found)
    found.sort { search.forms[$0.form].written.count > search.forms[$1.form].written.count }
    return found.compactMap { match in
      let form = search.forms[match.form]
      let first = match.start / 2
      let range = first..<first + form.written.count / 2
      if words.contains(match.form), !isWord(range, places, text) { return nil }
      let new = Nibbles.bytes(form.substitute)
      return Match(
        value: form.value, letters: zip(range, new).map { (place: places[$0], letter: $1) })
    }
  }

  /// Whether nothing but what separates words stands beside and in letters.
  private func isWord(_ range: Range<Int>, _ places: [Int], _ text: [UInt8]) -> Bool {
    let (first, last) = (places[range.lowerBound], places[range.upperBound - 1])
    return last - first == range.count - 1 && (first == 0 || !Self.isLetter(text[first - 1]))
      && (last + 1 == text.count || !Self.isLetter(text[last + 1]))
  }

  /// Letters, digits, and what UTF-8 writes other letters with.
  static func isLetter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte > 0x7F
  }

  static func capital(_ byte: UInt8) -> UInt8 {
    (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
  }
}

/// How values are written in texts, while it is put together.
private struct TextForms {
  private(set) var list: [ValueForm] = []
  private(set) var words: Set<Int> = []

  mutating func add(_ value: SecretValue, _ index: Int, substitute: [UInt8]) {
    if substitute == value.bytes { return }
    if value.kind == .pin {
      guard let old = PINDigits(value.bytes), let new = PINDigits(substitute) else { return }
      add(Nibbles.text(old.digits), Nibbles.text(new.digits), value: index, isWord: true)
    }
    guard value.isTelling else { return }
    add(Array(Hex.text(value.bytes).utf8), Array(Hex.text(substitute).utf8), value: index)
    switch value.kind {
    case .pan:
      let digits = Nibbles.text(value.leadingDigits)
      add(digits, Array(Nibbles.text(Nibbles.of(substitute)).prefix(digits.count)), value: index)
    case .id:
      add(
        Array(Hex.text(value.bytes.reversed()).utf8),
        Array(Hex.text(substitute.reversed()).utf8), value: index)
    case .track, .name, .date, .pin, .key, .password: break
    }
    addText(value, index)
  }

  /// What is text itself, whatever stands between its letters.
  private mutating func addText(_ value: SecretValue, _ index: Int) {
    guard value.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return }
    let letters = value.bytes.filter(TextSearch.isLetter).map(TextSearch.capital)
    guard letters.count > 3, Set(letters).count > 1 else { return }
    add(
      letters, letters.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : UInt8(ascii: "X") },
      value: index)
  }

  private mutating func add(_ old: [UInt8], _ new: [UInt8], value: Int, isWord: Bool = false) {
    guard old.count > 2, old.count == new.count, old != new else { return }
    if isWord { words.insert(list.count) }
    list.append(ValueForm(value: value, written: Nibbles.of(old), substitute: Nibbles.of(new)))
  }
}
