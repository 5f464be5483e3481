/// Every long option there is, under the name it is typed with.
///
/// An option means the same in every command that has it.
enum OptionName: String, CaseIterable, Sendable {
  case action
  case apdu
  case app
  case `as`
  case binary
  case cards
  case clock
  case color
  case context
  case delta
  case deploymentTarget = "deployment-target"
  case detail
  case entitlements
  case exitZero = "exit-zero"
  case failOn = "fail-on"
  case fault
  case felica
  case follow
  case force
  case format
  case frames
  case from
  case grammar
  case help
  case hex
  case icon
  case id
  case ids
  case ignore
  case infoPlist = "info-plist"
  case interface
  case keys
  case link
  case list
  case log
  case memory
  case only
  case output
  case pattern
  case pcsc
  case pollOnly = "poll-only"
  case print
  case read
  case reader
  case repeats
  case security
  case showSecrets = "show-secrets"
  case showVarying = "show-varying"
  case simulate
  case size
  case snaplen
  case summary
  case sync
  case time
  case timing
  case to
  case transport
  case type
  case type2
  case utf16
  case version
  case visit
  case width
}
