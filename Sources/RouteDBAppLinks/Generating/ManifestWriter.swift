/// The paths of an intent filter for a path of a route.
enum ManifestPath {
    /// A path that no link has, since dots at the end of a path are resolved.
    static let impossible = "/."

    /// The patterns, each with how it is written.
    static func patterns(
        of path: [LinkedRoute.Segment]
    ) -> [(kind: AndroidMatcher.Kind, pattern: String)] {
        if LinkedRoute.isLiteral(path) {
            return [
                (.literal, path.isEmpty ? "/" : text(path) { String(decoding: $0, as: UTF8.self) })
            ]
        }
        guard case .rest(let isOptional)? = path.last, LinkedRoute.isLiteral(path.dropLast()) else {
            return advanced(path).map { (.advanced, $0) }
        }
        let before = text(path.dropLast()) { String(decoding: $0, as: UTF8.self) }
        let prefix: (AndroidMatcher.Kind, String) = (.prefix, before + "/")
        return isOptional && !before.isEmpty ? [(.literal, before), prefix] : [prefix]
    }

    private static func text(
        _ path: some Sequence<LinkedRoute.Segment>, _ literal: ([UInt8]) -> String
    ) -> String {
        path.reduce(into: "") { text, segment in
            guard case .one(let pieces) = segment else { return }
            text += "/"
            for piece in pieces {
                switch piece {
                case .literal(let bytes): text += literal(bytes)
                case .value: text += "[^/]+"
                }
            }
        }
    }

    /// Advanced globs; a rest takes everything that follows it, since they never give back.
    private static func advanced(_ path: [LinkedRoute.Segment]) -> [String] {
        let before = text(path.prefix { if case .one = $0 { true } else { false } }, quoted)
        guard let rest = path.first(where: { if case .rest = $0 { true } else { false } }) else {
            return [before]
        }
        return rest == .rest(isOptional: true) ? [before, before + "/.*"] : [before + "/.+"]
    }

    /// Literal text of an advanced glob.
    private static func quoted(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
            if "[]{}*+.\\".unicodeScalars.contains(scalar) { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
    }
}

/// Writes an intent filter as the XML of a manifest.
struct ManifestWriter {
    private let filter: IntentFilter

    init(_ filter: IntentFilter) { self.filter = filter }

    var text: String {
        var lines = [
            #"<intent-filter android:autoVerify="true">"#,
            #"    <action android:name="android.intent.action.VIEW" />"#,
            #"    <category android:name="android.intent.category.DEFAULT" />"#,
            #"    <category android:name="android.intent.category.BROWSABLE" />"#,
        ]
        lines += filter.schemes.map { data("scheme", $0) }
        lines += filter.hosts.map { data("host", $0) }
        if filter.paths.contains(where: { $0.firstLevel > 1 }) {
            lines.append(
                "    <!-- Devices before Android 12 (API level 31) ignore pathAdvancedPattern. -->")
        }
        lines += filter.paths.map { data(Self.attribute($0.matcher.kind), $0.matcher.pattern) }
        return (lines + ["</intent-filter>"]).joined(separator: "\n") + "\n"
    }

    private static func attribute(_ kind: AndroidMatcher.Kind) -> String {
        switch kind {
        case .literal: "path"
        case .prefix: "pathPrefix"
        case .suffix: "pathSuffix"
        case .glob: "pathPattern"
        case .advanced: "pathAdvancedPattern"
        }
    }

    private func data(_ attribute: String, _ value: String) -> String {
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
