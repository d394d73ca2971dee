// Which class takes all that another one takes.
//
// The answers are certain where they are yes; a no may be a "not known".
extension SegmentClass {
    /// Whether this class of one segment takes every text of another one, which is no literal and
    /// no list of texts.
    ///
    /// - Parameters:
    ///   - other: The other class.
    ///   - hasEmpty: Whether there are empty segments.
    /// - Returns: Whether it is certain.
    func contains(_ other: SegmentClass, hasEmpty: Bool) -> Bool {
        if self == other { return !asksCode }
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

    /// Whether parts contain others one by one, so that whatever divides a text among those
    /// divides it among these.
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

    /// Whether the parts are any text behind a literal, before one, or between two, and the others
    /// begin and end so.
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
        // What takes the empty text might be all that is left.
        return rest == .text && inner.contains { $0 != .anything }
    }

    /// Whether letters of the class have the other case too.
    var foldsLetters: Bool {
        if case .literal(let text, false) = self {
            text.contains { $0.isASCIILetter }
        } else {
            false
        }
    }
}

extension ParameterType {
    /// Whether every text of another type is one of this type.
    fileprivate func contains(_ other: ParameterType) -> Bool {
        switch (self, other) {
        case (.int(let low, let high), .int(let otherLow, let otherHigh)):
            (low ?? .min) <= (otherLow ?? .min) && (high ?? .max) >= (otherHigh ?? .max)
        case (.float, .int), (.slug, .date): true
        default: self == other
        }
    }
}
