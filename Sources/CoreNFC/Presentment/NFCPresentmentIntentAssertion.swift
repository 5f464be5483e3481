/// A promise of the system not to open the wallet while the app presents something. Nothing is presented
/// here, and none is given.
public final class NFCPresentmentIntentAssertion: Sendable {
  /// Why there is none.
  public enum Error: Swift.Error {
    /// The app, its owner or the device may not.
    case systemEligibilityFailed
    /// The system cannot now.
    case systemNotAvailable
  }

  private init() {}

  /// Whether the promise holds.
  public var isValid: Bool { false }

  /// Asks for the promise, and is refused: `systemNotAvailable`.
  public static func acquire() async throws -> NFCPresentmentIntentAssertion {
    throw Error.systemNotAvailable
  }
}
