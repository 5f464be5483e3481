package import GrammarLanguage

/// Whether the BER-TLV structure of an answer's data holds together: the first thing that does not.
///
/// Only templates that the dictionary knows must hold elements; what an unknown constructed tag makes
/// of its value is its owner's business.
package enum TLVCheck {
  /// The first element whose tag or length does not fit, nil when all do.
  package static func fault(
    in bytes: Span<UInt8>, _ range: Range<Int>, tags: TagTable
  ) -> GrammarLanguage.TLVFault? {
    var walker = TLVWalker(.ber, in: range)
    while true {
      do throws(GrammarLanguage.TLVFault) {
        guard try walker.next(in: bytes) != nil else { return nil }
      } catch {
        if error.parent == 0 || tags[error.parent].isTemplate { return error }
      }
    }
  }

  /// Whether the elements of a range end where it does, whatever is inside them.
  package static func fills(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var walker = TLVWalker(.ber, in: range)
    while true {
      do throws(GrammarLanguage.TLVFault) {
        guard try walker.next(in: bytes) != nil else { return true }
      } catch {
        if error.parent == 0 { return false }
      }
    }
  }

  /// Whether bytes of an unknown kind are elements: they begin with one that the dictionary knows,
  /// and either hold together or begin a template with one that it knows, too.
  package static func looksLikeElements(
    _ bytes: Span<UInt8>, _ range: Range<Int>, tags: TagTable
  ) -> Bool {
    let lead = TLVLead(bytes, at: range.lowerBound, end: range.upperBound)
    guard range.count > 2, tags[lead.tag].isKnown else { return false }
    if fault(in: bytes, range, tags: tags) == nil { return true }
    let at = range.lowerBound + lead.count + 1
    guard tags[lead.tag].isTemplate, at < range.upperBound else { return false }
    return tags[TLVLead(bytes, at: at, end: range.upperBound).tag].isKnown
  }
}
