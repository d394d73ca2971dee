extension NativePatternParser {
    /// Checks every variant of the path, and throws the first mistake with its range.
    func checkStructure(
        of path: [PatternElement], scheme: String?, afterHost: Bool
    ) throws(PatternError) {
        let found = PathStructure.violation(
            in: path, hasGroups: hasGroups, afterHost: afterHost, rules: rules)
        guard let found else { return }
        // The second pass finds the same mistake, with its range.
        if !keepsRanges { try parseKeepingRanges() }
        let range =
            found.ordinal < ranges.count ? ranges[found.ordinal] : position..<position
        if found.rule == .emptySegment, scheme == nil, !afterHost,
            range.lowerBound >= 2, range.lowerBound < bytes.count,
            bytes[range.lowerBound - 2] == UInt8(ascii: ":")
        {
            throw failure(
                .invalidAuthority, 0..<range.lowerBound - 1,
                "A scheme must be a letter followed by letters, digits, `+`, `-` or `.`.",
                hint: "Correct the scheme, or begin with `//` to accept any.")
        }
        throw failure(found.rule.code, range, found.rule.message, hint: found.rule.hint)
    }
}
