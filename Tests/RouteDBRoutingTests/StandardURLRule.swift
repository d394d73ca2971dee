/// The ways in which we mean to differ from the URL standard, named as in `Docs/urls.md`.
///
/// Of several rules that explain a difference, the first counts.
enum StandardURLRule: String, CaseIterable {
    case controlCharacters = "control-characters"
    case encodedControls = "encoded-controls"
    case invalidUTF8 = "invalid-utf8"
    case backslashes
    case specialSlashes = "special-slashes"
    case fileURLs = "file-urls"
    case relative
    case defaultPorts = "default-ports"
    case ipv4 = "ipv4-numbers"
    case ipv6 = "ipv6-spelling"
    case idna
    case hostCase = "host-case"
    case hostEscapes = "host-escapes"
    case emptyHosts = "empty-hosts"
    case emptyPaths = "empty-paths"
    case outerSpaces = "outer-spaces"

    /// Whether the rule is the reason why the two parsers differ on a text.
    func explains(_ line: StandardURLCase) -> Bool {
        let expected = line.expected
        let found = line.found
        let isSpecial = line.scheme.map(Self.specialPorts.keys.contains) ?? false
        switch self {
        case .controlCharacters:
            return found == nil && line.input.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        case .encodedControls:
            let decoded = StandardURLCase.decoded(Array(line.input.utf8))
            return found == nil && decoded.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        case .invalidUTF8:
            let decoded = StandardURLCase.decoded(Array(line.input.utf8))
            return found == nil && decoded.unicodeScalars.contains("\u{FFFD}")
        case .backslashes:
            return isSpecial && line.input.contains("\\")
                || found == nil && line.authority.contains("\\")
        case .specialSlashes:
            return isSpecial && line.scheme != "file" && !line.afterScheme.hasPrefix("//")
        case .fileURLs:
            return line.scheme == "file"
        case .relative:
            return expected == nil && line.scheme == nil && found?.scheme == ""
        case .defaultPorts:
            guard var found, let scheme = line.scheme else { return false }
            guard found.port == Self.specialPorts[scheme] else { return false }
            found.port = ""
            return found == expected
        default:
            guard let found else { return self == .hostEscapes && line.authority.contains("%") }
            return explains(expected, found, isSpecial, line)
        }
    }

    private func explains(
        _ expected: StandardURLCase.Parts?, _ found: StandardURLCase.Parts, _ isSpecial: Bool,
        _ line: StandardURLCase
    ) -> Bool {
        var adjusted = expected ?? found
        switch self {
        case .ipv4:
            guard isSpecial, Self.endsInNumber(found.host) else { return false }
            adjusted.host = found.host
        case .ipv6:
            guard found.host.hasPrefix("["), adjusted.host.hasPrefix("[") else { return false }
            adjusted.host = found.host
        case .idna:
            let isInternational =
                found.host.contains("xn--") || found.host.utf8.contains { $0 >= 0x80 }
            guard isSpecial, isInternational else { return false }
            adjusted.host = found.host
        case .hostCase:
            guard !isSpecial else { return false }
            adjusted.host = String(
                decoding: adjusted.host.utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 },
                as: UTF8.self)
            return expected != nil && adjusted == found
        case .emptyHosts:
            return expected == nil && found.host.isEmpty && line.afterScheme.hasPrefix("//")
        case .emptyPaths:
            guard adjusted.segments.isEmpty else { return false }
            adjusted.segments = [""]
        case .outerSpaces:
            adjusted.segments = found.segments
            return found.segments.last?.hasSuffix(" ") == true && adjusted == found
        default: return false
        }
        return adjusted == found
    }

    /// The schemes that the standard calls special, with their ports.
    private static let specialPorts = [
        "http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "file": "",
    ]

    /// Whether the standard takes a host as an IPv4 address.
    private static func endsInNumber(_ host: String) -> Bool {
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.last == "" { labels.removeLast() }
        guard let last = labels.last, !last.isEmpty else { return false }
        if last.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return true }
        return last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
    }
}

extension StandardURLCase {
    /// What follows the scheme and its colon.
    fileprivate var afterScheme: Substring {
        guard scheme != nil, let colon = input.firstIndex(of: ":") else { return input[...] }
        return input[input.index(after: colon)...]
    }

    /// What stands between `//` and the path.
    fileprivate var authority: Substring {
        guard afterScheme.hasPrefix("//") else { return "" }
        return afterScheme.dropFirst(2).prefix { !"/?#".contains($0) }
    }
}
