import RouteDBRouting

/// A mistake in a value of a manifest.
struct ManifestMistake {
    let code: AppLinkCode
    let message: String
    var isWarning = false
}

/// Finds values of a manifest that do not say what they seem to.
enum ManifestChecks {
    // MARK: Paths

    /// The mistakes of a pattern for paths.
    static func mistakes(inPath matcher: AndroidMatcher) -> [ManifestMistake] {
        let pattern = matcher.pattern
        let bytes = Array(pattern.utf8)
        var mistakes: [ManifestMistake] = []
        func add(_ code: AppLinkCode, _ message: String, isWarning: Bool = false) {
            mistakes.append(ManifestMistake(code: code, message: message, isWarning: isWarning))
        }
        if matcher.kind != .suffix, let first = bytes.first, !begins(first, matcher.kind) {
            add(.unmatchable, "'\(pattern)' matches no URL: it does not begin with a slash.")
        }
        if matcher.kind == .literal || matcher.kind == .prefix {
            if bytes.isEmpty {
                add(.unmatchable, "'' matches no URL: it does not begin with a slash.")
            }
            if bytes.contains(UInt8(ascii: "*")) {
                add(
                    .unmatchable,
                    "'*' is an ordinary character in '\(pattern)'; only patterns have wildcards.",
                    isWarning: true)
            }
        }
        if matcher.matchesNothing {
            add(
                .unmatchable,
                "'\(pattern)' matches no URL: a repetition takes all that follows, and gives nothing "
                    + "back.")
        }
        if bytes.contains(UInt8(ascii: "#")) || bytes.contains(UInt8(ascii: "?")) {
            let part = bytes.contains(UInt8(ascii: "#")) ? "fragment" : "query"
            add(
                .markInPath, "'\(pattern)' contains a \(part), which is not a part of the path.")
        }
        if bytes.contains(UInt8(ascii: "%")), LinkURL.decoded(bytes) != bytes {
            add(
                .encoding, "'\(pattern)' is compared with the decoded path: write it decoded.")
        }
        if let found = foreignSyntax(in: matcher) {
            add(
                .foreignSyntax,
                "'\(found.text)' in '\(pattern)' is ordinary text, not \(found.meaning).")
        }
        return mistakes
    }

    /// Returns whether a pattern that begins with a byte may match a path, which begins with a slash.
    private static func begins(_ byte: UInt8, _ kind: AndroidMatcher.Kind) -> Bool {
        switch kind {
        case .literal, .prefix: byte == UInt8(ascii: "/")
        case .glob: "/.\\".utf8.contains(byte)
        case .advanced: "/.[\\".utf8.contains(byte)
        case .suffix: true
        }
    }

    private static func foreignSyntax(in matcher: AndroidMatcher) -> ForeignSyntax? {
        switch matcher.kind {
        case .literal, .prefix, .suffix: ForeignSyntax.first(in: matcher.pattern, as: .text)
        case .glob: ForeignSyntax.first(in: matcher.pattern, as: .glob)
        case .advanced: ForeignSyntax.first(in: matcher.pattern, as: .advancedGlob)
        }
    }

    /// The most paths of a filter of which each is compared with all others.
    private static let pathLimit = 64

    /// The path that a glob of a filter seems to match, and that the filter does not take; `nil` if there
    /// is none.
    static func missedPath(_ matcher: AndroidMatcher, in filter: IntentFilter) -> String? {
        guard matcher.kind == .glob, filter.paths.count <= pathLimit else { return nil }
        // A wildcard at the beginning takes the slash with which a path begins.
        let isOpen = matcher.pattern.hasPrefix(".")
        return matcher.seemingTexts.map { isOpen && !$0.hasPrefix("/") ? "/\($0)" : $0 }
            .first { path in
                path.hasPrefix("/")
                    && !filter.paths.contains { $0.part == .path && $0.matcher.matches(path) }
            }
    }

    // MARK: Hosts

    /// The mistake of a scheme; `nil` for a plain one.
    static func mistake(inScheme scheme: String) -> ManifestMistake? {
        guard scheme.contains(":") || scheme.contains("/") else { return nil }
        return ManifestMistake(
            code: .host, message: "'\(scheme)' is not a scheme: one is written without ':' and '/'."
        )
    }

    /// The mistake of a host; `nil` for one that Android can compare.
    static func mistake(inHost host: String) -> ManifestMistake? {
        func mistake(_ message: String, isWarning: Bool = false) -> ManifestMistake {
            ManifestMistake(code: .host, message: message, isWarning: isWarning)
        }
        if host.contains("://") {
            return mistake("'\(host)' is not a host: it contains a scheme.")
        }
        if host.contains("/") {
            return mistake("'\(host)' is not a host: it contains a path.")
        }
        if host.contains(":") {
            return mistake("'\(host)' is not a host: write the port as android:port.")
        }
        if host.dropFirst().contains("*") {
            return mistake("'\(host)' matches no host: a '*' stands at its beginning only.")
        }
        if host.utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) {
            return mistake(
                "'\(host)' has capitals: Android's documentation asks for small letters.",
                isWarning: true)
        }
        return nil
    }
}
