/// An object that views observe.
///
/// Apple's Foundation brings this and `Published` with it, and many apps' session delegates are
/// observable objects. No view is there on Linux: a test looks at the properties.
@preconcurrency public protocol ObservableObject: AnyObject {}

extension ObservableObject {
  /// What tells views that something is about to change; here, nobody.
  public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

/// What tells views that something is about to change; here, nobody.
public struct ObservableObjectPublisher: Sendable {
  /// Tells it.
  public func send() {}
}

/// A property that views observe.
@propertyWrapper public struct Published<Value> {
  /// The property's value.
  public var wrappedValue: Value

  /// A property with a value to begin with.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// A property with a value to begin with.
  public init(initialValue: Value) { wrappedValue = initialValue }
}

extension Published: Sendable where Value: Sendable {}
