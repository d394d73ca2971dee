public import RouteDBRouting

/// The conversion of one route.
public struct RouteTranslation: Hashable, Sendable {
    /// The route before the conversion.
    public let route: Route
    /// The route after the conversion; unchanged if there is an ``obstacle``.
    public let result: Route
    /// Why the route cannot be written in native syntax; `nil` if it can.
    public let obstacle: String?

    /// True if the pattern, or the syntax in which it is written, changes.
    public var isChange: Bool { obstacle == nil && route.dialectText != nil || isRewritten }

    /// True if the pattern changes.
    var isRewritten: Bool {
        let texts = [route, result].map { $0.pattern?.description ?? "" }
        return !texts[0].utf8.elementsEqual(texts[1].utf8)
    }
}

/// Rewrites patterns from one set of policies for reading URLs to another.
///
/// The result is the most likely equivalent; ``ResolutionComparison`` verifies it.
enum PatternTranslation {
    /// Rewrites a pattern.
    static func translated(
        _ pattern: RoutePattern, from old: NamespacePolicy.Values, to new: NamespacePolicy.Values
    ) -> RoutePattern? {
        var scheme = pattern.scheme
        var host = pattern.host
        var path = pattern.path
        if old.scheme == .text, new.scheme != .text, scheme == nil {
            scheme = takeScheme(from: &path)
        }
        if old.decoding != .all, new.decoding == .all {
            guard let decoded = decoded(path) else { return nil }
            path = decoded
        }
        if old.repeatedSlashes != .collapse, new.repeatedSlashes == .collapse {
            path = withoutEmptySegments(path)
        }
        // Where policies read the host as the first segment, it can be written either way.
        let hadHostAsSegment = old.host == .authority || old.host == .component
        if hadHostAsSegment, new.host == old.host || new.host == .match, host == nil, scheme != nil
        {
            host = takeHost(from: &path, foldingCase: new.host == .match)
        }
        return RoutePattern(scheme: scheme, host: host, path: path, query: pattern.query)
    }

    /// Removes `scheme:` or `scheme://` from a path that described the URL's text from its first
    /// byte, or else a leading `/`.
    private static func takeScheme(from path: inout [PatternElement]) -> String? {
        guard path.count > 1, path[0] == .separator else { return nil }
        if path[1] == .separator {
            path.removeFirst()
            return nil
        }
        guard path.count > 2, case .literal(let text) = path[1], path[2] == .separator,
            text.utf8.last == UInt8(ascii: ":")
        else { return nil }
        let scheme = String(text.dropLast())
        guard isScheme(scheme.utf8) else { return nil }
        path.removeFirst(path.count > 3 && path[3] == .separator ? 3 : 2)
        return scheme.lowercased()
    }

    private static func isScheme(_ text: String.UTF8View) -> Bool {
        text.first?.isASCIILetter == true && text.allSatisfy(\.isSchemeCharacter)
    }

    /// Removes the first segment from a path and returns it as a host if it can be one.
    private static func takeHost(
        from path: inout [PatternElement], foldingCase: Bool
    ) -> HostPattern? {
        if path.isEmpty || path == [.separator] {
            path = []
            return HostPattern(elements: [], port: nil)
        }
        guard path.count > 1, path.count == 2 || path[2] == .separator else { return nil }
        let first: PatternElement
        switch path[1] {
        case .literal(let text):
            let isHost = text.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0)
            }
            let folded = text.lowercased()
            guard isHost, foldingCase || folded == text else { return nil }
            first = .literal(folded)
        case .parameter(let parameter) where parameter.type != .path: first = path[1]
        case .wildcard: first = path[1]
        default: return nil
        }
        path.removeFirst(2)
        return HostPattern(elements: [first], port: nil)
    }

    /// Returns the elements with percent-decoded literals; `nil` if one is not valid UTF-8 then.
    private static func decoded(_ elements: [PatternElement]) -> [PatternElement]? {
        var decoded: [PatternElement] = []
        for element in elements {
            switch element {
            case .literal(let text):
                guard let text = text.percentDecoded else { return nil }
                decoded.append(.literal(text))
            case .optional(let content):
                guard let content = Self.decoded(content) else { return nil }
                decoded.append(.optional(content))
            default: decoded.append(element)
            }
        }
        return decoded
    }

    private static func withoutEmptySegments(_ path: [PatternElement]) -> [PatternElement] {
        path.indices.filter { index in
            path[index] != .separator || index + 1 == path.count || path[index + 1] != .separator
        }.map { path[$0] }
    }
}

/// The limits of what native syntax can express.
enum NativeWriting {
    /// Returns why a pattern cannot be written in native syntax; `nil` if it can.
    static func obstacle(of pattern: RoutePattern, converters: Set<String>) -> String? {
        if hasEmptySegment(pattern) {
            return "It has an empty segment, which native syntax cannot express."
        }
        let text = pattern.description
        do {
            let native = try PatternSyntax.native.parse(text, converters: converters)
            let isEqual = native.description.utf8.elementsEqual(text.utf8)
            return isEqual ? nil : "'\(text)' means something else in native syntax."
        } catch {
            return error.message
        }
    }

    private static func hasEmptySegment(_ pattern: RoutePattern) -> Bool {
        pattern.path.indices.dropLast().contains { index in
            pattern.path[index] == .separator && pattern.path[index + 1] == .separator
        }
    }
}
