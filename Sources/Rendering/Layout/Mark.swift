/// Signs inside a row's words that the layout acts upon.
///
/// Words are composed as UTF-8 with these control bytes among them. Text from a card never holds
/// one: it is escaped before it becomes a word. Nothing below a space is ever printed, line feeds
/// apart.
enum Mark {
  /// Begins words in brackets, with the space before them: they go first when a half is too long.
  static let droppable: UInt8 = 0x01
  /// Ends them.
  static let droppableEnd: UInt8 = 0x02
  /// Begins words that hold of one exchange alone and are left out where several are folded.
  static let single: UInt8 = 0x03
  /// Ends them.
  static let singleEnd: UInt8 = 0x04
  /// What follows on further lines is indented to here.
  static let hang: UInt8 = 0x05
  /// Begins a colour; the severity is the byte minus this one.
  static let colour: UInt8 = 0x10
  /// Ends it.
  static let colourEnd: UInt8 = 0x14
  /// Separates the lines below a row.
  static let lineFeed: UInt8 = 0x0A
}
