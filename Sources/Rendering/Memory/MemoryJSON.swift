import Bytes
import Tags

/// What was seen of a card's memory, as a JSON object: sizes, how it was seen, and the bytes, unread
/// ones as `--`.
struct MemoryJSON {
  let showsSecrets: Bool
  /// Whether something was not shown.
  private(set) var hasHidden = false

  init(showsSecrets: Bool) { self.showsSecrets = showsSecrets }

  /// Appends an object, which stays open. `visit` is 0 for a dump.
  mutating func append(_ contents: TagContents, visit: Int, to out: inout ByteBuffer) {
    let image = contents.image
    out.append("{\"type\":\"memory\"")
    if visit != 0 { out.json("visit", visit) }
    out.json("kind", text: contents.kind.rawValue)
    if !contents.part.isEmpty { out.json("part", text: contents.part) }
    out.json("unit", image.unit)
    out.json("size", image.end)
    if let capacity = contents.capacity { out.json("capacity", capacity) }
    out.json("read", image.seen - image.written)
    out.json("written", image.written)
    out.json("conflicts", image.conflicts.count)
    out.json(key: "bytes")
    out.append("\"")
    let hidden = append(bytesOf: contents, to: &out)
    out.append("\"")
    guard !hidden.isEmpty else { return }
    out.json(key: "masked")
    out.append("[")
    for index in hidden.indices {
      if index > 0 { out.append(",") }
      out.json(text: "\(hidden[index])")
    }
    out.append("]")
    hasHidden = true
  }

  /// Appends all bytes in hex, and says which kinds of secrets were hidden in them.
  private func append(
    bytesOf contents: TagContents, to out: inout ByteBuffer
  ) -> [TagContents.SecretBytes.Kind] {
    let image = contents.image
    var kinds: [TagContents.SecretBytes.Kind] = []
    let secrets = showsSecrets ? [] : contents.hidden
    var next = 0
    for run in image.runs {
      for _ in next..<run.range.lowerBound { out.append("--") }
      let hidden = secrets.filter { $0.range.overlaps(run.range) }
      for secret in hidden where !kinds.contains(secret.kind) { kinds.append(secret.kind) }
      if hidden.isEmpty {
        out.append(hex: image.bytes.span.extracting(run.range))
      } else {
        for address in run.range {
          if hidden.contains(where: { $0.range.contains(address) }) {
            out.append("XX")
          } else {
            out.append(hex: image.bytes[address])
          }
        }
      }
      next = run.range.upperBound
    }
    return kinds
  }
}
