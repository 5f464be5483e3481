extension Step {
  /// The wait's share of what it may be, in per cent, rounded half up; nil where one of them is not
  /// known, or the wait is too long to be multiplied.
  package var share: Int64? {
    guard let wait, let budget, wait >= 0, budget > 0 else { return nil }
    let (hundredfold, overflow) = wait.multipliedReportingOverflow(by: 100)
    guard !overflow else { return nil }
    let (quotient, rest) = hundredfold.quotientAndRemainder(dividingBy: budget)
    return rest >= budget - rest ? quotient + 1 : quotient
  }
}
