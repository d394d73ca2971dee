extension RouteRedirect {
    /// Returns whether the redirect of a route leads every URL to itself, so that a client never arrives.
    ///
    /// Other routes may take what differs in anything but spelling, so only a URL with the same path, and no
    /// query or fragment of its own, is the same.
    func isToItself(
        _ template: RedirectTemplate, from pattern: RoutePattern, kind: String?,
        policies: NamespacePolicy.Values
    ) -> Bool {
        // The answer to another method than these changes it, unless the status keeps it.
        let keepsKind = kind.map {
            !RouteKind.isMethod($0) || RouteKind.isGet($0) || RouteKind.isHead($0)
        }
        guard keepsKind ?? true || [307, 308].contains(status), pattern.query.isEmpty,
            template.isAtOrigin(of: pattern), !template.has(.query), !template.has(.fragment),
            let path = ComparedPath(pattern), let own = ComparedPath(template)
        else { return false }
        return path.normalized(by: policies, isLiteral: pattern.parameters.isEmpty)
            == own.normalized(by: policies, isLiteral: pattern.parameters.isEmpty)
    }
}

extension RedirectTemplate {
    /// Returns whether the URL has the scheme and host of a pattern, or is a path, which keeps the request's.
    fileprivate func isAtOrigin(of pattern: RoutePattern) -> Bool {
        guard !scheme.isEmpty else { return true }
        guard let host = pattern.host, host.elements.count == 1, host.port == nil,
            case .literal(let name)? = host.elements.first, let own = pattern.scheme
        else { return false }
        let authority = pieces.compactMap { piece -> String? in
            switch piece {
            case .text(let text, .authority): text
            case .value(let name, .authority): "{\(name)}"
            default: nil
            }
        }
        return scheme.asciiLowercased == "\(own)://"
            && authority.joined().asciiLowercased == name
    }
}

/// The segments of a path as texts and places of values.
private struct ComparedPath {
    private enum Piece: Hashable {
        case bytes([UInt8])
        case value(String)
    }

    private var segments: [[Piece]] = []

    /// The path of a pattern; `nil` if not every URL has the same segments and values.
    init?(_ pattern: RoutePattern) {
        for element in pattern.path {
            switch element {
            case .separator: segments.append([])
            case .literal(let text): append(Array(text.utf8))
            case .parameter(let parameter):
                // The value of a converter is not the text in the URL.
                if case .converter = parameter.type { return nil }
                append(.value(parameter.name))
            case .wildcard, .catchAll, .optional: return nil
            }
        }
    }

    /// The path of a redirect; `nil` without one.
    init?(_ template: RedirectTemplate) {
        for piece in template.pieces {
            switch piece {
            case .text(let text, .path):
                let parts = text.utf8.split(
                    separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                for (index, part) in parts.enumerated() {
                    if index > 0 { segments.append([]) }
                    let text = String(Substring(part))
                    append(Array((PercentCoding.decoded(text) ?? text).utf8))
                }
            case .value(let name, .path): append(.value(name))
            default: break
            }
        }
        if segments.isEmpty { return nil }
    }

    private mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, !segments.isEmpty else { return }
        guard case .bytes(let before)? = segments[segments.count - 1].last else {
            return append(.bytes(bytes))
        }
        segments[segments.count - 1].removeLast()
        append(.bytes(before + bytes))
    }

    private mutating func append(_ piece: Piece) {
        if !segments.isEmpty { segments[segments.count - 1].append(piece) }
    }

    /// The segments as a namespace reads them.
    func normalized(by policies: NamespacePolicy.Values, isLiteral: Bool) -> some Equatable {
        var segments = segments
        if policies.repeatedSlashes != .keep {
            segments = segments.dropLast().filter { !$0.isEmpty } + segments.suffix(1)
        }
        if policies.trailingSlash == .ignore, segments.last?.isEmpty == true {
            segments.removeLast()
        }
        let foldsCase =
            switch policies.letterCase {
            case .sensitive: false
            case .insensitive: true
            case .insensitiveLiterals: isLiteral
            }
        guard foldsCase else { return segments }
        return segments.map { segment in
            segment.map { piece in
                guard case .bytes(let bytes) = piece else { return piece }
                return .bytes(bytes.map(\.asciiLowercased))
            }
        }
    }
}
