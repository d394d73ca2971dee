import RouteDBDatabase
import RouteDBRouting

/// One privacy rule, parsed from its text.
enum PrivacyRule {
    case named(String, PrivacyRules.Action)
    case others(PrivacyRules.Action)
    /// The names of all that is kept.
    case keeping([String])
    case principal(PrivacyRules.Action)
    case referrer(PrivacyRules.Detail)
    case unmatched(PrivacyRules.Detail)
    case agent(PrivacyRules.AgentDetail)

    private static let reserved = ["@keep", "@principal", "@referrer", "@unmatched", "@agent"]

    /// Parses `NAME=ACTION`, splitting at the last `=`, because a query key may contain one.
    init(_ text: String) throws(RouteDBError) {
        guard let mark = text.utf8.lastIndex(of: UInt8(ascii: "=")), mark > text.startIndex else {
            throw Self.invalid(
                "\(text.excerpt) is not a valid privacy rule.",
                "Write one as 'email=drop' or '*=hash'.")
        }
        let name = String(text[..<mark])
        let word = String(text[text.index(after: mark)...])
        switch name {
        case "*": self = .others(try Self.action(word, of: text))
        case "@keep": self = .keeping(try Self.names(word, of: text))
        case "@principal":
            let action = try Self.action(word, of: text)
            if case .truncate = action {
                throw Self.invalid(
                    "A principal cannot be truncated, as in \(text.excerpt).",
                    "Write 'keep', 'hash' or 'drop'.")
            }
            self = .principal(action)
        case "@referrer": self = .referrer(try Self.detail(word, of: text))
        case "@unmatched":
            let detail = try Self.detail(word, of: text)
            guard detail != .drop else {
                throw Self.invalid(
                    "\(text.excerpt) is not possible, because every hit has a URL.",
                    "Use '@unmatched=host' to keep only the scheme and the host.")
            }
            self = .unmatched(detail)
        case "@agent":
            guard let detail = PrivacyRules.AgentDetail(rawValue: word) else {
                throw Self.invalid(
                    "Unknown part of a user agent \(word.excerpt) in the privacy rule"
                        + " \(text.excerpt).", "Write 'keep', 'kind' or 'drop'.")
            }
            self = .agent(detail)
        case _ where name.utf8.first == UInt8(ascii: "@"):
            throw Self.invalid(
                "Unknown privacy rule \(name.excerpt).",
                NameSuggestion.didYouMean(name, among: Self.reserved)
                    ?? "Use '@keep', '@principal', '@referrer', '@unmatched' or '@agent'.")
        default: self = .named(name, try Self.action(word, of: text))
        }
    }

    private static func action(
        _ word: String, of rule: String
    ) throws(RouteDBError) -> PrivacyRules.Action {
        switch word {
        case "keep": return .keep
        case "hash": return .hash
        case "drop": return .drop
        default: break
        }
        let prefix = "truncate:"
        if word.hasPrefix(prefix), let count = Int(word.dropFirst(prefix.count)), count > 0 {
            return .truncate(count)
        }
        throw invalid(
            "Unknown action \(word.excerpt) in the privacy rule \(rule.excerpt).",
            "Write 'keep', 'hash', 'truncate:N' with N from 1, or 'drop'.")
    }

    /// Reads the names of a list; an empty list names nothing.
    private static func names(_ list: String, of rule: String) throws(RouteDBError) -> [String] {
        if list.isEmpty { return [] }
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for name in names where name.isEmpty || name == "*" || name.utf8.first == UInt8(ascii: "@")
        {
            throw invalid(
                "\(name.excerpt) cannot be in the list of the privacy rule \(rule.excerpt).",
                "List the names of keys and parameters, such as '@keep=utm_source,ref'.")
        }
        return names
    }

    private static func detail(
        _ word: String, of rule: String
    ) throws(RouteDBError) -> PrivacyRules.Detail {
        if let detail = PrivacyRules.Detail(rawValue: word) { return detail }
        throw invalid(
            "Unknown part of a URL \(word.excerpt) in the privacy rule \(rule.excerpt).",
            "Write 'keep', 'keys', 'path', 'host' or 'drop'.")
    }

    private static func invalid(_ message: String, _ hint: String) -> RouteDBError {
        RouteDBError(.invalidValue, message, hint: hint)
    }
}

/// Replaces values by short hashes: HMAC-SHA-256 (RFC 2104), truncated to the first 64 bits.
///
/// Without the key, nobody can tell which value a hash stands for, not even by trying all values. A
/// hash is written as `~` and 16 hexadecimal digits, which need no escaping anywhere in a URL.
struct KeyedHash: Sendable, CustomReflectable {
    /// The minimum length of a key in bytes, for a security level of 128 bits.
    static let minimumKeyBytes = 16

    private let key: [UInt8]

    init(_ key: [UInt8]) { self.key = key }

    /// No part is shown, so that rules can be printed without their key.
    var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Returns the full authentication code of a text, which has 32 bytes.
    func code(of text: some Sequence<UInt8>) -> [UInt8] {
        SHA256.authenticationCode(of: Array(text), key: key)
    }

    /// Returns the text to write instead of another.
    func text(for text: some Sequence<UInt8>) -> String {
        "~" + code(of: text).prefix(8).hexadecimal
    }
}
