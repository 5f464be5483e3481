/// Names from before Swift's own.
@available(*, deprecated, renamed: "NFCFeliCaPollingRequestCode")
public typealias PollingRequestCode = NFCFeliCaPollingRequestCode
/// Names from before Swift's own.
@available(*, deprecated, renamed: "NFCFeliCaPollingTimeSlot")
public typealias PollingTimeSlot = NFCFeliCaPollingTimeSlot
/// Names from before Swift's own.
@available(*, deprecated, renamed: "NFCFeliCaEncryptionId")
public typealias EncryptionId = NFCFeliCaEncryptionId

extension NFCFeliCaPollingRequestCode {
  /// Now `noRequest`.
  @available(*, deprecated, renamed: "noRequest")
  public static var PollingRequestCodeNoRequest: Self { .noRequest }
  /// Now `systemCode`.
  @available(*, deprecated, renamed: "systemCode")
  public static var PollingRequestCodeSystemCode: Self { .systemCode }
  /// Now `communicationPerformance`.
  @available(*, deprecated, renamed: "communicationPerformance")
  public static var PollingRequestCodeCommunicationPerformance: Self { .communicationPerformance }
}

extension NFCFeliCaPollingTimeSlot {
  /// Now `max1`.
  @available(*, deprecated, renamed: "max1")
  public static var PollingTimeSlotMax1: Self { .max1 }
  /// Now `max2`.
  @available(*, deprecated, renamed: "max2")
  public static var PollingTimeSlotMax2: Self { .max2 }
  /// Now `max4`.
  @available(*, deprecated, renamed: "max4")
  public static var PollingTimeSlotMax4: Self { .max4 }
  /// Now `max8`.
  @available(*, deprecated, renamed: "max8")
  public static var PollingTimeSlotMax8: Self { .max8 }
  /// Now `max16`.
  @available(*, deprecated, renamed: "max16")
  public static var PollingTimeSlotMax16: Self { .max16 }
}

extension NFCFeliCaEncryptionId {
  /// Now `AES`.
  @available(*, deprecated, renamed: "AES")
  public static var aes: Self { .AES }
  /// Now `AES_DES`.
  @available(*, deprecated, renamed: "AES_DES")
  public static var aes_des: Self { .AES_DES }
}
