import Decoding

/// What a status asks people to do, where its meaning alone does not say it.
enum StatusAdvice {
  /// Advice for a status under the application that gave it.
  static func words(for refusal: LastExchange.Refusal) -> String? {
    switch (refusal.status, refusal.ins) {
    case (0x6986, 0xA8) where refusal.application.begins(with: Self.visa):
      """
      For Visa 6986 asks the terminal to show "see phone": the holder must confirm on the \
      device, then tap again
      """
    default: nil
    }
  }

  /// The provider's part of Visa's AIDs.
  private static let visa = Identifier([0xA0, 0, 0, 0, 0x03].span)
}
