import RouteDBRouting

// Sample links of components, written from their patterns, and not from the expressions made of them. Nobody
// checked whether the component matches them.

extension AppleComponent {
    /// The path, query and fragment of a link that the component may match.
    func sample(_ variables: AppleVariables) -> String {
        func text(_ pattern: ApplePattern) -> String {
            let bytes = pattern.pieces.flatMap { piece -> [UInt8] in
                switch piece {
                case .byte(let byte): [byte]
                case .one: Array("a".utf8)
                case .many: Array("x".utf8)
                case .variable(let name): Self.sample(of: name, variables)
                }
            }
            return isPercentEncoded
                ? String(decoding: bytes, as: UTF8.self)
                : String(decoding: PathSpelling.spelledPath(bytes), as: UTF8.self)
        }
        var link = url.map(text) ?? "/x"
        if !link.hasPrefix("/") { link = "/" + link }
        switch query {
        case .whole(let pattern)?: link += "?" + text(pattern)
        case .items(let items, _)?:
            link += "?" + items.map { "\($0.name)=\(text($0.value))" }.joined(separator: "&")
        case nil: break
        }
        return link + (fragment.map { "#" + text($0) } ?? "")
    }

    private static func sample(of variable: String, _ variables: AppleVariables) -> [UInt8] {
        if let values = variables.own[variable] { return Array((values.first ?? "").utf8) }
        switch variable {
        case "digit", "xdigit": return Array("1".utf8)
        case "upper": return Array("A".utf8)
        case "region": return Array("US".utf8)
        case "lang": return Array("en".utf8)
        default: return Array("a".utf8)
        }
    }
}

extension DynamicComponent {
    /// The path, query and fragment of a link that the component may match.
    var sample: String {
        let items = query.map(\.matcher.sample).joined(separator: "&")
        return (url?.matcher.sample ?? "/x") + (items.isEmpty ? "" : "?\(items)")
            + (fragment.map { "#\($0.matcher.sample)" } ?? "")
    }
}

extension AndroidManifest {
    /// The paths, queries and fragments of links that filters for a host may take, each with the place of
    /// the path or group.
    func samples(host: String, apiLevel: Int) -> [(item: String, path: String)] {
        let subject = AndroidSubject(LinkURL("https://\(host)/"))
        return filters.filter {
            $0.filter.schemes.contains("https") && $0.filter.takesHost(of: subject)
        }.flatMap { filter -> [(item: String, path: String)] in
            let parts = filter.filter.parts(apiLevel: apiLevel)
            if parts.paths.isEmpty, parts.groups.isEmpty { return [(filter.item, "/x")] }
            return parts.paths.map {
                (filter.pathItems[$0], filter.filter.paths[$0].matcher.sample)
            }
                + parts.groups.filter { filter.filter.groups[$0].allows }.map {
                    (filter.groupItems[$0], filter.filter.groups[$0].sample)
                }
        }
    }
}

extension IntentFilter.Group {
    /// The path, query and fragment of a link that the group may match.
    var sample: String {
        func texts(_ part: IntentFilter.Test.Part) -> [String] {
            tests.filter { $0.part == part }.map(\.matcher.sample)
        }
        let items = texts(.query).joined(separator: "&")
        return (texts(.path).first ?? "/x") + (items.isEmpty ? "" : "?\(items)")
            + (texts(.fragment).first.map { "#\($0)" } ?? "")
    }
}

extension AndroidMatcher {
    /// A text that the pattern may match, as links write it.
    var sample: String {
        let text: [UInt16]
        switch kind {
        case .literal: text = units
        case .prefix: text = units + "x".utf16
        case .suffix: text = (units.first == 0x2F ? [] : Array("/".utf16)) + units
        case .glob:
            text = glob.flatMap { token -> [UInt16] in
                switch token {
                case .one(let unit): [unit ?? 0x61]
                case .many(let unit): [unit]
                case .upTo(let unit): Array("x".utf16) + [unit]
                case .rest: Array("x".utf16)
                }
            }
        case .advanced:
            text = advanced.flatMap { token -> [UInt16] in
                let unit =
                    "ax1-A/._=& ".utf16.first(where: token.takes)
                    ?? token.ranges?.first?.lowerBound ?? 0x61
                let count = min(max(1, token.counts.lowerBound), token.counts.upperBound, 64)
                return Array(repeating: unit, count: count)
            }
        }
        let bytes = String(decoding: text, as: UTF16.self).utf8
        return String(decoding: PathSpelling.spelledPath(bytes), as: UTF8.self)
    }
}
