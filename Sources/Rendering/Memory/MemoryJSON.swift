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
    append(locksOf: contents, to: &out)
    if let sectors = contents.classic { append(sectors, to: &out) }
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

  /// The blocks that are locked, as ranges: `[[0,4],[27,28]]`.
  private func append(locksOf contents: TagContents, to out: inout ByteBuffer) {
    let locked = contents.remarks.filter { $0.kind == .lockedBlocks }
    guard !locked.isEmpty else { return }
    out.json(key: "locked")
    out.append("[")
    for index in locked.indices {
      out.append(index > 0 ? ",[" : "[")
      out.append(decimal: locked[index].range.lowerBound)
      out.append(",")
      out.append(decimal: locked[index].range.upperBound)
      out.append("]")
    }
    out.append("]")
  }

  /// The sectors of a MIFARE Classic card: the AID that the directory gives to each, and the access
  /// bits of its blocks and its trailer.
  private func append(_ sectors: ClassicSectors, to out: inout ByteBuffer) {
    let applications = sectors.applications
    guard !sectors.trailers.isEmpty || !applications.isEmpty else { return }
    out.json(key: "sectors")
    out.append("[")
    var isFirst = true
    for sector in 0..<SectorTrailer.sectors {
      let trailer = sectors.trailers.first { $0.sector == sector }
      guard trailer != nil || applications[sector] != nil else { continue }
      out.append(isFirst ? "{\"sector\":" : ",{\"sector\":")
      isFirst = false
      out.append(decimal: sector)
      if let aid = applications[sector] { out.json("aid", text: Hex.text(aid, digits: 4)) }
      if let trailer {
        out.json(key: "access")
        out.append("[")
        for group in 0..<4 {
          if group > 0 { out.append(",") }
          out.append(decimal: Int(trailer.access(group)))
        }
        out.append(trailer.agrees ? "]" : "],\"contradictory\":true")
        if let general = trailer.general {
          out.json("general", text: Hex.text(general, digits: 2))
        }
      }
      out.append("}")
    }
    out.append("]")
    append(sectors.values, to: &out)
  }

  private func append(_ values: [ValueBlock], to out: inout ByteBuffer) {
    guard !values.isEmpty else { return }
    out.json(key: "values")
    out.append("[")
    for index in values.indices {
      out.append(index > 0 ? ",{\"block\":" : "{\"block\":")
      out.append(decimal: values[index].block)
      out.append(",\"value\":\(values[index].value)")
      out.json("address", Int(values[index].address))
      out.append("}")
    }
    out.append("]")
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
