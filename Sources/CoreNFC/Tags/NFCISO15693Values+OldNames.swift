/// The name from before Swift's own.
@available(*, deprecated, renamed: "NFCISO15693RequestFlag")
public typealias RequestFlag = NFCISO15693RequestFlag

/// Names from before Swift's own.
extension NFCISO15693RequestFlag {
  /// Now `dualSubCarriers`.
  @available(*, deprecated, renamed: "dualSubCarriers")
  public static var RequestFlagDualSubCarriers: Self { .dualSubCarriers }
  /// Now `highDataRate`.
  @available(*, deprecated, renamed: "highDataRate")
  public static var RequestFlagHighDataRate: Self { .highDataRate }
  /// Now `protocolExtension`.
  @available(*, deprecated, renamed: "protocolExtension")
  public static var RequestFlagProtocolExtension: Self { .protocolExtension }
  /// Now `select`.
  @available(*, deprecated, renamed: "select")
  public static var RequestFlagSelect: Self { .select }
  /// Now `address`.
  @available(*, deprecated, renamed: "address")
  public static var RequestFlagAddress: Self { .address }
  /// Now `option`.
  @available(*, deprecated, renamed: "option")
  public static var RequestFlagOption: Self { .option }
}
