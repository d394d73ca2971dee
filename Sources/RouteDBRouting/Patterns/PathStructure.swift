/// A violation of the rules for a path's structure.
package struct PathViolation: Hashable, Sendable {
    package let rule: Rule

    /// The index of the offending element among the path's elements in depth-first order, a group before
    /// its content.
    let ordinal: Int

    /// The rules that every variant of a path must satisfy.
    package enum Rule: Hashable, Sendable {
        case emptySegment, dotSegment, notWhole, adjacentParameters, noSeparatorAfterHost
        case tooManyParameters, tooManySegments, tooManyVariants

        package var code: PatternError.Code {
            switch self {
            case .emptySegment: .emptySegment
            case .dotSegment: .dotSegment
            case .notWhole, .noSeparatorAfterHost: .misplaced
            case .adjacentParameters: .adjacentParameters
            case .tooManyParameters, .tooManySegments, .tooManyVariants: .limitExceeded
            }
        }

        package var message: String {
            switch self {
            case .emptySegment:
                "A segment is empty in some variant: there is nothing between two `/`."
            case .dotSegment:
                "A `.` or `..` segment matches nothing, not even beside an encoded slash."
            case .notWhole:
                "`*`, `**` and parameters of type `path` must be whole segments."
            case .adjacentParameters:
                "Two parameters have no text between them in some variant."
            case .noSeparatorAfterHost:
                "After a host, the path must begin with `/` in every variant."
            case .tooManyParameters:
                "A segment can have at most \(PatternLimits.parametersInSegment) parameters."
            case .tooManySegments:
                "A path can have at most \(PatternLimits.segments) segments."
            case .tooManyVariants:
                "Optional groups can make at most \(PatternLimits.variants) variants."
            }
        }

        package var hint: String {
            switch self {
            case .emptySegment: "Remove one `/`, or move it into the group, as in `(/page)`."
            case .dotSegment: "Remove the segment, or write the path that it leads to."
            case .notWhole: "Put `/` around it, write `{name}` for part of a segment, or `\\*`."
            case .adjacentParameters: "Put a literal, such as `-` or `/`, between the two."
            case .noSeparatorAfterHost: "Begin the group with `/`; no part of a host is optional."
            case .tooManyParameters: "Capture more of the segment in one parameter."
            case .tooManySegments: "Write `**` or `{rest:path}` for the rest."
            case .tooManyVariants: "Write several routes, or nest the groups."
            }
        }

        /// The hint for dialects, which have no nested groups, and other wildcards or none.
        var dialectHint: String {
            switch self {
            case .tooManySegments: "Remove segments."
            case .tooManyVariants: "Write several routes."
            default: hint
            }
        }
    }
}

/// The rules that every variant of a path must satisfy, in any dialect.
///
/// A variant is read as segments, with an implied separator before its first element:
///
/// 1. no segment is empty, except the last, which is a trailing slash, and except where
///    ``PatternRules/emptySegments`` allows it;
/// 2. no segment is `.` or `..`, not even percent-encoded or beside an encoded slash;
/// 3. a wildcard, a catch-all and a parameter of type `path` are whole segments;
/// 4. no two parameters touch;
/// 5. after a host, the first element is a separator;
/// 6. the limits of ``PatternLimits`` on segments, parameters in a segment and variants hold.
package struct PathStructure {
    private var elements = 0
    private var parameters = 0
    private var segments = 0
    /// The number of dots of a segment that so far, or since an encoded slash, consists only of dots.
    private var dots: Int? = 0
    /// True if a dot segment stands before an encoded slash.
    private var hidesDots = false
    private var hasWhole = false
    private var endsWithParameter = false
    private var lastOrdinal = 0
    private let rules: PatternRules

    private init(_ rules: PatternRules) { self.rules = rules }

    /// Finds the first broken rule of a path, in the order of its variants.
    package static func violation(
        in path: [PatternElement], hasGroups: Bool, afterHost: Bool, rules: PatternRules = []
    ) -> PathViolation? {
        guard hasGroups else {
            var structure = PathStructure(rules)
            for ordinal in path.indices {
                if let found = structure.add(path[ordinal], ordinal, afterHost) { return found }
            }
            return structure.end()
        }
        guard PatternExpansion.count(path) <= PatternLimits.variants else {
            let ordinal = PatternExpansion.firstGroup(in: path)
            return PathViolation(rule: .tooManyVariants, ordinal: ordinal)
        }
        for variant in PatternExpansion.expand(path) {
            var structure = PathStructure(rules)
            for placed in variant.elements {
                if let found = structure.add(placed.element, placed.ordinal, afterHost) {
                    return found
                }
            }
            if let found = structure.end() { return found }
        }
        return nil
    }

    private mutating func add(
        _ element: PatternElement, _ ordinal: Int, _ afterHost: Bool
    ) -> PathViolation? {
        let isFirst = elements == 0 && segments == 0
        if case .separator = element {
            return isFirst ? open(ordinal) : separate(ordinal)
        }
        if isFirst {
            if afterHost { return PathViolation(rule: .noSeparatorAfterHost, ordinal: ordinal) }
            if let found = open(ordinal) { return found }
        }
        if elements == 0, segments > PatternLimits.segments {
            return PathViolation(rule: .tooManySegments, ordinal: ordinal)
        }
        elements += 1
        lastOrdinal = ordinal
        switch element {
        case .literal(let text):
            addLiteral(text)
            return hasWhole ? PathViolation(rule: .notWhole, ordinal: ordinal) : nil
        case .parameter(let parameter):
            if case .path = parameter.type { return addWhole(ordinal) }
            return addParameter(ordinal)
        case .wildcard, .catchAll:
            return addWhole(ordinal)
        case .separator, .optional:
            return nil
        }
    }

    private mutating func open(_ ordinal: Int) -> PathViolation? {
        segments += 1
        elements = 0
        parameters = 0
        dots = 0
        hidesDots = false
        hasWhole = false
        endsWithParameter = false
        lastOrdinal = ordinal
        return nil
    }

    private mutating func separate(_ ordinal: Int) -> PathViolation? {
        guard elements > 0 || rules.contains(.emptySegments) else {
            return PathViolation(rule: .emptySegment, ordinal: ordinal)
        }
        guard segments <= PatternLimits.segments else {
            return PathViolation(rule: .tooManySegments, ordinal: lastOrdinal)
        }
        if let found = end() { return found }
        return open(ordinal)
    }

    /// Checks a completed segment.
    private func end() -> PathViolation? {
        guard elements > 0, hidesDots || endsWithDots else { return nil }
        return PathViolation(rule: .dotSegment, ordinal: lastOrdinal)
    }

    private var endsWithDots: Bool { dots == 1 || dots == 2 }

    private mutating func addLiteral(_ text: String) {
        endsWithParameter = false
        let literal = Array(text.utf8)
        let decodes = rules.contains(.writtenLiterals)
        var offset = 0
        while offset < literal.count {
            var (byte, next) = (literal[offset], offset + 1)
            if decodes {
                (byte, next) = PercentCoding.byte(
                    literal.span.bytes, at: offset, to: literal.count)
            }
            offset = next
            switch byte {
            case UInt8(ascii: "/"):
                hidesDots = hidesDots || endsWithDots
                dots = 0
            case UInt8(ascii: "."): dots = dots.map { $0 + 1 }
            default: dots = nil
            }
        }
    }

    private mutating func addParameter(_ ordinal: Int) -> PathViolation? {
        guard !hasWhole else { return PathViolation(rule: .notWhole, ordinal: ordinal) }
        guard !endsWithParameter else {
            return PathViolation(rule: .adjacentParameters, ordinal: ordinal)
        }
        dots = nil
        endsWithParameter = true
        parameters += 1
        guard parameters <= PatternLimits.parametersInSegment else {
            return PathViolation(rule: .tooManyParameters, ordinal: ordinal)
        }
        return nil
    }

    private mutating func addWhole(_ ordinal: Int) -> PathViolation? {
        guard elements == 1 else { return PathViolation(rule: .notWhole, ordinal: ordinal) }
        dots = nil
        hasWhole = true
        return nil
    }
}
