extension Array {
  /// Copies a span's elements. For cold paths.
  @inlinable package init(copying span: Span<Element>) {
    self.init(capacity: span.count) { copy in
      for index in span.indices { copy.append(span[index]) }
    }
  }
}
