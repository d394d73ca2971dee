/// What the models and RouteDB are not compared on: what a documented difference is about, and what
/// only RouteDB has a rule for.
///
/// D5 needs nothing: the model of ARoute is of its documentation. Nothing makes bytes that are not
/// UTF-8, or control characters as such.
enum ModelExclusion {
    static func leavesOut(_ pattern: String, of system: RouterSystem) -> Bool {
        let bytes = ModelBytes(of: pattern)
        switch system {
        case .jlroutes: return isOddJLRoutes(pattern, bytes)
        case .urlnavigator:
            // D1, and D7.
            return bytes.isEmpty || bytes.hasPrefix("?") || bytes.hasPrefix("#")
                || bytes.cut(at: "/").dropLast().contains { $0.hasPrefix("<path:") }
                || isCountedOtherwise(bytes)
        case .ikrouter:
            // D1: two schemes.
            return bytes.parted(at: "://").behind?.parted(at: "://").behind != nil
        case .aroute, .ahservicerouter: return false
        }
    }

    /// D23: whether the raw text of a pattern has another number of literals than what is matched.
    private static func isCountedOtherwise(_ pattern: ModelBytes) -> Bool {
        func literals(_ text: ModelBytes) -> Int {
            text.cut(at: "/").count { part in
                !part.isEmpty && !(part.hasPrefix("<") && part.hasSuffix(">"))
            }
        }
        let address = pattern.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return literals(pattern) != literals(Array(address))
    }

    private static func isOddJLRoutes(_ pattern: String, _ bytes: ModelBytes) -> Bool {
        // D1: an authority.
        if bytes.hasPrefix("//") { return true }
        // D6.
        if bytes.count > 1, bytes.hasSuffix("/") { return true }
        guard JLRoutesPatternShape.hasGroups(pattern) else { return false }
        // D1: a group with nothing in it.
        if ["()", "(/)", "(//)"].contains(where: pattern.contains) { return true }
        // D8; and the lengths of variants, of whose names RouteDB does not count the last `#`.
        return JLRoutesPatternShape.repeatsSegment(pattern)
            || pattern.split { "/()".contains($0) }.contains {
                $0 == ":" || ($0.hasPrefix(":") && $0.hasSuffix("#"))
            }
    }

    static func leavesOut(url: String, of system: RouterSystem) -> Bool {
        let bytes = ModelBytes(of: url)
        // D2.
        if let scheme = bytes.schemeParted.scheme, scheme != scheme.lowercased(), system != .aroute
        {
            return true
        }
        // D4; a dot in any spelling, wherever a router may see a segment.
        let segments = url.lowercased().replacing("%2e", with: ".").split { ":/?#".contains($0) }
        if segments.contains(where: { $0 == "." || $0 == ".." }) { return true }
        // NUL is no text.
        if url.contains("%00") { return true }
        switch system {
        case .jlroutes:
            // An address in brackets must be one.
            return bytes.contains(UInt8(ascii: "[")) && !url.contains("[::1]")
        case .ikrouter:
            // D9, and D21.
            return bytes.cut(at: "/").contains { $0.hasPrefix(":") }
                || bytes.parted(at: "://").behind?.parted(at: "://").behind != nil
        case .aroute:
            // D10.
            return url.unicodeScalars.contains { !$0.isASCII && $0.properties.isUppercase }
        case .urlnavigator:
            // D24.
            return bytes.schemeParted.scheme != nil && !bytes.schemeParted.behind.hasPrefix("/")
        case .ahservicerouter: return false
        }
    }
}
