package import Bytes
package import Decoding

extension Explanation {
  /// Writes the explanation: its title, what else is known, and the document it is from.
  package func write(_ typeface: Typeface, into out: inout ByteBuffer) {
    var text = ByteBuffer(capacity: 256)
    CardText.append(title, to: &text)
    text.append("\n")
    for line in lines {
      text.append("  ")
      CardText.append(line, to: &text)
      text.append("\n")
    }
    if let source {
      text.append("  from: ")
      CardText.append(source, to: &text)
      text.append("\n")
    }
    typeface.append(text.span, to: &out)
  }
}
