import RouteDBRouting

// Decides which class accepts everything that another one accepts.
//
// A positive answer is certain; a negative one may mean "unknown".
extension SegmentClass {
    /// Whether this class of one segment accepts every text of another one, which is neither a
    /// literal nor a list of texts.
    ///
    /// - Parameters:
    ///   - other: The other class.
    ///   - hasEmpty: Whether segments can be empty.
    /// - Returns: Whether that is certain.
    func contains(_ other: SegmentClass, hasEmpty: Bool) -> Bool {
        if self == other { return !needsCode }
        switch (self, other) {
        case (_, .path), (_, .catchAll): return false
        case (.anything, _): return true
        case (.text, .anything): return !hasEmpty
        case (.text, _): return true
        case (.typed(let type), .typed(let inner)): return type.contains(inner)
        case (.mixed(let parts, false), .mixed(let inner, false)):
            return Self.contains(parts, inner) || Self.surrounds(parts, inner)
        default: return false
        }
    }

    /// Whether the parts contain the inner parts one by one, so that every split of a text among
    /// the inner parts is also a split among these.
    private static func contains(_ parts: [SegmentClass], _ inner: [SegmentClass]) -> Bool {
        parts.count == inner.count
            && zip(parts, inner).allSatisfy { part, other in
                if case .literal = part { return part == other }
                if case .texts = other {
                    return part == other || part == .text || part == .anything
                }
                return part.contains(other, hasEmpty: true)
            }
    }

    /// Whether the parts are any text behind a literal, before one, or between two, and the inner
    /// parts begin and end with those literals.
    private static func surrounds(_ parts: [SegmentClass], _ inner: [SegmentClass]) -> Bool {
        var (parts, inner) = (parts[...], inner[...])
        if case .literal(let text, let isExact)? = parts.first {
            guard case .literal(let other, isExact)? = inner.first, other.starts(with: text) else {
                return false
            }
            parts.removeFirst()
            inner.removeFirst()
            if other.count > text.count { inner.insert(.text, at: inner.startIndex) }
        }
        if parts.count == 2, case .literal(let text, let isExact)? = parts.last {
            guard inner.count > 1, case .literal(let other, isExact)? = inner.last,
                other.reversed().starts(with: text.reversed())
            else { return false }
            parts.removeLast()
            inner.removeLast()
            if other.count > text.count { inner.append(.text) }
        }
        guard parts.count == 1, let rest = parts.first else { return false }
        if rest == .anything { return true }
        // Parts that accept the empty text might be all that remains.
        return rest == .text && inner.contains { $0 != .anything }
    }

    /// Whether the class accepts its letters in either case.
    var foldsLetters: Bool {
        if case .literal(let text, false) = self {
            text.contains { $0.isASCIILetter }
        } else {
            false
        }
    }
}

extension ParameterType {
    /// Whether every text of another type is also one of this type.
    fileprivate func contains(_ other: ParameterType) -> Bool {
        switch (self, other) {
        case (.int(let low, let high), .int(let otherLow, let otherHigh)):
            (low ?? .min) <= (otherLow ?? .min) && (high ?? .max) >= (otherHigh ?? .max)
        case (.float, .int), (.slug, .date): true
        default: self == other
        }
    }
}
