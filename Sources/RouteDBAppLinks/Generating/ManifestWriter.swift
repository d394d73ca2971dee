import RouteDBRouting

/// The paths and groups of an intent filter for a path of a route.
enum ManifestPath {
    /// A path that no link has, since dots at the end of a path are resolved.
    static let impossible = tests([(.literal, "/.")])

    /// The tests, each of which takes links that the path is for; all devices know some, and some only
    /// newer devices.
    static func tests(of path: LinkedPath) -> [IntentFilter.Test] {
        path.spellings.flatMap { tests(patterns(of: $0)) }
    }

    /// The groups, each of which takes links that the path is for, or blocks them; none if groups cannot say
    /// what the path asks of the query.
    static func groups(of chosen: ChosenPath) -> [IntentFilter.Group] {
        let path = chosen.path
        guard let queries = queries(of: path) else { return [] }
        return tests(of: path).flatMap { test in
            queries.map { IntentFilter.Group(allows: !chosen.isExclude, tests: [test] + $0) }
        }
    }

    /// The tests of the query, in each way in which links write its values.
    private static func queries(of path: LinkedPath) -> [[IntentFilter.Test]]? {
        let language = GlobLanguage(platform: .android, slashes: LinkDomain.Slashes())
        guard let queries = try? language.queries(of: path, isDecoded: true) else { return nil }
        return queries.map { query in
            zip(query.items, path.conditions).compactMap { item, condition in
                let pattern: (AndroidMatcher.Kind, String) =
                    switch condition.test {
                    case .equals: (.literal, "\(item.name)=\(item.pattern)")
                    case .present, .absent: (.prefix, "\(item.name)=")
                    case .value: (.advanced, quoted(Array("\(item.name)=".utf8)) + ".+")
                    }
                return (try? AndroidMatcher(pattern.0, pattern.1)).map { .init(.query, $0) }
            }
        }
    }

    private static func tests(
        _ patterns: [(kind: AndroidMatcher.Kind, pattern: String)]
    ) -> [IntentFilter.Test] {
        patterns.compactMap { kind, pattern in
            guard let matcher = try? AndroidMatcher(kind, pattern) else { return nil }
            return IntentFilter.Test(.path, matcher)
        }
    }

    /// The patterns, each with how it is written.
    private static func patterns(
        of path: LinkedPath
    ) -> [(kind: AndroidMatcher.Kind, pattern: String)] {
        let segments = path.segments
        let end = path.endsInSlash == true ? "/" : ""
        if LinkedPath.isLiteral(segments) {
            return [(.literal, segments.isEmpty ? "/" : plain(segments) + end)]
        }
        if case .rest(let isOptional)? = segments.last, LinkedPath.isLiteral(segments.dropLast()) {
            let before = plain(segments.dropLast())
            let prefix: (AndroidMatcher.Kind, String) = (.prefix, before + "/")
            return isOptional && !before.isEmpty ? [(.literal, before), prefix] : [prefix]
        }
        if case .rest? = segments.first, LinkedPath.isLiteral(segments.dropFirst()) {
            return [(.suffix, plain(segments.dropFirst()) + end)]
        }
        if let glob = glob(segments, end: end) { return [(.glob, glob)] }
        return advanced(segments).map { (.advanced, $0 + end) }
    }

    private static func plain(_ path: some Sequence<LinkedPath.Segment>) -> String {
        text(path) { String(decoding: LinkURL.decoded($0), as: UTF8.self) }
    }

    /// A pattern that all devices read, where a slash follows each value, at which a `.*` ends.
    ///
    /// It is `nil` for characters that such a pattern cannot quote.
    private static func glob(_ path: [LinkedPath.Segment], end: String) -> String? {
        var glob = ""
        for (index, segment) in path.enumerated() {
            guard case .one(let pieces) = segment, pieces.count == 1 else { return nil }
            switch pieces[0] {
            case .literal(let bytes):
                let text = LinkURL.decoded(bytes)
                guard !text.contains(where: { ".*\\".utf8.contains($0) }) else { return nil }
                glob += "/" + String(decoding: text, as: UTF8.self)
            case .value:
                guard index < path.count - 1 || !end.isEmpty else { return nil }
                glob += "/.*"
            }
        }
        return glob + end
    }

    private static func text(
        _ path: some Sequence<LinkedPath.Segment>, _ literal: ([UInt8]) -> String
    ) -> String {
        path.reduce(into: "") { text, segment in
            guard case .one(let pieces) = segment else { return }
            text += "/"
            for (index, piece) in pieces.enumerated() {
                switch piece {
                case .literal(let bytes): text += literal(bytes)
                case .value(_, let mayBeEmpty):
                    text += "[^/\(stop(of: pieces[(index + 1)...]))]"
                    text += mayBeEmpty && pieces.count > 1 ? "*" : "+"
                }
            }
        }
    }

    /// The character at which a value before some pieces ends: an advanced glob never gives one back.
    private static func stop(of pieces: ArraySlice<LinkedPath.Piece>) -> String {
        guard case .literal(let bytes)? = pieces.first,
            let first = String(decoding: LinkURL.decoded(bytes), as: UTF8.self).unicodeScalars.first
        else { return "" }
        return "]\\-^".unicodeScalars.contains(first) ? "\\\(first)" : "\(first)"
    }

    /// Advanced globs; a rest takes everything that follows it, since they never give back.
    private static func advanced(_ path: [LinkedPath.Segment]) -> [String] {
        let before = text(path.prefix { if case .one = $0 { true } else { false } }, quoted)
        guard let rest = path.first(where: { if case .rest = $0 { true } else { false } }) else {
            return [before]
        }
        return rest == .rest(isOptional: true) ? [before, before + "/.*"] : [before + "/.+"]
    }

    /// Literal text of an advanced glob.
    private static func quoted(_ bytes: [UInt8]) -> String {
        String(decoding: LinkURL.decoded(bytes), as: UTF8.self).unicodeScalars.reduce(into: "") {
            text, scalar in
            if "[]{}*+.\\".unicodeScalars.contains(scalar) { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
    }
}

/// Writes intent filters as the XML of a manifest.
struct ManifestWriter {
    private let filters: [IntentFilter]

    init(_ filters: [IntentFilter]) { self.filters = filters }

    /// One filter, or an activity with several, since XML has one outermost element.
    var text: String {
        let lines = filters.flatMap(Self.lines)
        let whole =
            filters.count == 1
            ? lines : ["<activity>"] + lines.map { "    \($0)" } + ["</activity>"]
        return whole.joined(separator: "\n") + "\n"
    }

    private static func lines(_ filter: IntentFilter) -> [String] {
        var lines = [
            #"<intent-filter android:autoVerify="true">"#,
            #"    <action android:name="android.intent.action.VIEW" />"#,
            #"    <category android:name="android.intent.category.DEFAULT" />"#,
            #"    <category android:name="android.intent.category.BROWSABLE" />"#,
        ]
        lines += filter.schemes.map { data("scheme", $0) }
        lines += filter.hosts.map { data("host", $0) }
        let late = Set(filter.paths.filter { $0.firstLevel > 1 }.map(\.matcher.kind))
        if !late.isEmpty {
            let names = [AndroidMatcher.Kind.suffix, .advanced].filter(late.contains)
                .map { attribute(.path, $0) }.joined(separator: " and ")
            lines.append("    <!-- Devices before Android 12 (API level 31) ignore \(names). -->")
        }
        lines += filter.paths.map { data(attribute($0), $0.matcher.pattern) }
        if !filter.groups.isEmpty {
            lines.append(
                "    <!-- Devices before Android 15 (API level 35) ignore groups: there, these links "
                    + "stay in the browser. -->")
        }
        for group in filter.groups {
            let allow = group.allows ? "" : #" android:allow="false""#
            lines.append("    <uri-relative-filter-group\(allow)>")
            lines += group.tests.map { "    " + data(attribute($0), $0.matcher.pattern) }
            lines.append("    </uri-relative-filter-group>")
        }
        return lines + ["</intent-filter>"]
    }

    private static func attribute(_ test: IntentFilter.Test) -> String {
        attribute(test.part, test.matcher.kind)
    }

    private static func attribute(
        _ part: IntentFilter.Test.Part, _ kind: AndroidMatcher.Kind
    ) -> String {
        let suffix =
            switch kind {
            case .literal: ""
            case .prefix: "Prefix"
            case .suffix: "Suffix"
            case .glob: "Pattern"
            case .advanced: "AdvancedPattern"
            }
        return part.rawValue + suffix
    }

    private static func data(_ attribute: String, _ value: String) -> String {
        let escaped = value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case "\"": text += "&quot;"
            // The build tools read a backslash as an escape of their own.
            case "\\": text += "\\\\"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "    <data android:\(attribute)=\"\(escaped)\" />"
    }
}
