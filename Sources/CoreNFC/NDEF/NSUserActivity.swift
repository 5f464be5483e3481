public import Foundation

/// The kind of activity that a link brings.
public let NSUserActivityTypeBrowsingWeb: String = "NSUserActivityTypeBrowsingWeb"

/// What an app is woken with: as much of Foundation's class, which Linux does not have, as a tag
/// that was read in the background needs.
@preconcurrency open class NSUserActivity: NSObject {
  /// What kind of activity it is.
  public let activityType: String
  /// The link that is to be opened.
  open var webpageURL: URL?
  /// What people call it.
  open var title: String?
  /// What else it carries.
  open var userInfo: [AnyHashable: Any]?
  /// What the tag had, where a tag brought it.
  private var message: NFCNDEFMessage?

  /// Makes an activity of a kind.
  public init(activityType: String) { self.activityType = activityType }

  /// Makes the activity that a tag brings.
  package init(_ link: URL, message: NFCNDEFMessage) {
    activityType = NSUserActivityTypeBrowsingWeb
    webpageURL = link
    self.message = message
  }

  /// The message of the tag that brought the activity; one with a single empty record where no tag
  /// did.
  open var ndefMessagePayload: NFCNDEFMessage {
    message
      ?? NFCNDEFMessage(records: [
        NFCNDEFPayload(format: .empty, type: Data(), identifier: Data(), payload: Data())
      ])
  }
}
