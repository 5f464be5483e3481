import Foundation
import Testing

/// A program whose libnfc calls its own functions and not what was loaded in front of it: the targets
/// that it hands over are all that is seen of a selection.
@Suite(.enabled(if: Child.installed("nfc-list") != nil && Child.installed("python3") != nil))
struct DeepBindTests {
  /// ISO/IEC 14443-3: REQA 26, ATQA as sent, SELECT and SAK of each cascade level; 14443-4: RATS.
  /// JIS X 6319-4: POLLING for any system (FFFF), one slot.
  @Test(
    "An answer stands behind what asked for it",
    arguments: [
      (
        "ntag213", "1, 1",
        [">26", "<4400", ">93708804A1B29F", "<04", ">9570C3D4E5F604", "<00"]
      ),
      (
        "type4", "1, 1",
        [
          ">26", "<4403", ">937088041122BF", "<04", ">95703344556644", "<20", ">E050",
          "<0575778102",
        ]
      ),
      (
        "felica-lite-s", "7, 2",
        [">0600FFFF0100", "<1201012E4A3B2C1D0E9F00F1000000014300"]
      ),
    ] as [(String, String, [String])])
  func asksFirst(card: String, modulation: String, expected: [String]) throws {
    let script = """
      import ctypes, os
      nfc = ctypes.CDLL('libnfc.so.6', mode=os.RTLD_DEEPBIND)
      pointer = ctypes.c_void_p
      context = pointer()
      nfc.nfc_init(ctypes.byref(context))
      nfc.nfc_open.restype = pointer
      device = pointer(nfc.nfc_open(context, None))
      class Modulation(ctypes.Structure):
          _fields_ = [('type', ctypes.c_int), ('rate', ctypes.c_int)]
      nfc.nfc_initiator_init(device)
      targets = ctypes.create_string_buffer(291 * 4)
      size = ctypes.c_size_t(4)
      print(nfc.nfc_initiator_list_passive_targets(device, Modulation(\(modulation)), targets, size))
      nfc.nfc_close(device)
      """
    let scratch = Scratch()
    try scratch.write(Data(script.utf8), to: "a.py")
    let run = try Child.nfctrace(
      ["record", "-o", "a.trace", "--simulate", card, "--", "python3", "a.py"], in: scratch)
    #expect(run.text == "1\n", "\(run.error)")
    #expect(try Recorded("a.trace", in: scratch).lines == expected)
    let story = try Child.nfctrace(["analyze", "a.trace"], in: scratch)
    #expect(!story.text.contains("not understood"), "\(story.text)")
  }
}
