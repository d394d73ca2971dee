public import RouteDBStorage

/// What of a resolution is written to history, and how much of it: rules by name, applied before
/// anything is written.
///
/// A name is that of a captured parameter or of a query key. What no rule names follows the rule
/// `*`, which is `keep` unless given. `Docs/recording.md` describes the rules in full, and what
/// replaying such hits can and cannot show.
///
/// ```swift
/// let rules = try PrivacyRules(["email=drop", "user=hash", "@referrer=host"], key: secret)
/// ```
public struct PrivacyRules: Sendable, CustomStringConvertible {
    /// What becomes of a value.
    public enum Action: Hashable, Sendable {
        /// It is written as it is.
        case keep
        /// Its first characters are written; a shorter value is written whole.
        case truncate(Int)
        /// A keyed hash of it is written: equal values stay equal, and nothing else can be told.
        case hash
        /// Nothing of it is written.
        case drop
    }

    /// How much of a URL is written.
    public enum Detail: String, Hashable, Sendable, CaseIterable {
        /// All of it, but for what rules name.
        case keep
        /// Of the query and the fragment only the keys.
        case keys
        /// What stands before the query and the fragment.
        case path
        /// The scheme and the host.
        case host
        /// Nothing.
        case drop
    }

    /// The rules of names, as they are written.
    public private(set) var named: [String: Action] = [:]
    /// What becomes of the values that no rule names.
    public private(set) var others = Action.keep
    /// What becomes of the principal: it is kept, hashed or dropped.
    public private(set) var principal = Action.keep
    /// How much is written of a referrer; `nil`: what the rules by name leave.
    public private(set) var referrer: Detail?
    /// How much is written of a URL that no route took, or that is none; `nil`: what the rules by
    /// name leave, where each segment counts as a value without a name.
    public private(set) var unmatched: Detail?

    let hash: KeyedHash?
    /// The names whose values are not kept, to be found in any spelling.
    private(set) var guarded = GuardedNames([], keeping: [])

    /// The rules that keep everything.
    public static let keepAll = PrivacyRules(hash: nil)

    private init(hash: KeyedHash?) { self.hash = hash }

    /// Reads rules.
    ///
    /// - Parameters:
    ///   - rules: The rules, each as `NAME=ACTION`. An action is `keep`, `hash`, `truncate:N` or
    ///     `drop`; the name `*` stands for all names without a rule. `@principal` takes `keep`,
    ///     `hash` or `drop`; `@referrer` and `@unmatched` take `keep`, `keys`, `path` or `host`,
    ///     and `@referrer` also `drop`. Of two rules for one name the last one counts.
    ///   - key: The secret of hashes: at least 16 bytes, which nobody can guess.
    /// - Throws: ``RouteDBError`` with `invalidValue` for a text that is no rule, a key that is too
    ///   short, or a rule that hashes without a key.
    public init(_ rules: [String], key: [UInt8]? = nil) throws(RouteDBError) {
        if let key, key.count < KeyedHash.leastKeyBytes {
            throw RouteDBError(
                .invalidValue,
                "The key for hashes has \(key.count) bytes; it needs \(KeyedHash.leastKeyBytes).",
                hint: "Generate one with 'openssl rand -hex 32', and keep it secret.")
        }
        self.init(hash: key.map(KeyedHash.init))
        for rule in rules { add(try PrivacyRule(rule)) }
        if hash == nil, hashes {
            throw RouteDBError(
                .invalidValue, "A rule hashes values, but there is no key to hash them with.",
                hint: "Give a secret of at least \(KeyedHash.leastKeyBytes) bytes.")
        }
        guarded = GuardedNames(
            named.filter { $0.value != .keep }.keys,
            keeping: named.filter { $0.value == .keep }.keys)
    }

    private mutating func add(_ rule: PrivacyRule) {
        switch rule {
        case .named(let name, let action): named[name] = action
        case .others(let action): others = action
        case .principal(let action): principal = action
        case .referrer(let detail): referrer = detail
        case .unmatched(let detail): unmatched = detail
        }
    }

    /// Whether everything is kept.
    var keepsAll: Bool {
        others == .keep && principal == .keep && guarded.isEmpty && keepsUnmatched
            && keepsReferrer
    }

    private var keepsUnmatched: Bool { (unmatched ?? .keep) == .keep }
    private var keepsReferrer: Bool { (referrer ?? .keep) == .keep }

    private var hashes: Bool {
        others == .hash || principal == .hash || named.values.contains(.hash)
    }

    /// The action of a rule for a name: one that is written so; or else, of those that are written
    /// so but for the case of letters and do not keep, the one that leaves least.
    func action(named name: String) -> Action? {
        if let action = named[name] { return action }
        guard !guarded.isEmpty else { return nil }
        let lowercased = name.lowercased()
        return named.lazy.filter { $0.value != .keep && $0.key.lowercased() == lowercased }
            .map(\.value).reduce(nil) { $0?.stricter($1) ?? $1 }
    }

    /// The action for a name: that of its rule; or else nothing is left, if it has a guarded name
    /// in it.
    func strictAction(named name: String) -> Action? {
        action(named: name) ?? (guarded.occur(in: Array(name.utf8)) ? .drop : nil)
    }

    /// The rules as they are written, without the key.
    public var description: String {
        var rules = named.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { "\($0.key)=\($0.value)" }
        if others != .keep { rules.append("*=\(others)") }
        if principal != .keep { rules.append("@principal=\(principal)") }
        if let referrer { rules.append("@referrer=\(referrer)") }
        if let unmatched { rules.append("@unmatched=\(unmatched)") }
        return rules.isEmpty ? "*=keep" : rules.joined(separator: " ")
    }
}

extension PrivacyRules.Action: CustomStringConvertible {
    /// The action as it is written in a rule.
    public var description: String {
        switch self {
        case .keep: "keep"
        case .truncate(let count): "truncate:\(count)"
        case .hash: "hash"
        case .drop: "drop"
        }
    }

    /// Rises with how little is left of a value.
    private var strictness: Int {
        switch self {
        case .keep: 0
        case .truncate: 1
        case .hash: 2
        case .drop: 3
        }
    }

    /// The action of both that leaves less.
    func stricter(_ other: Self) -> Self {
        if case .truncate(let count) = self, case .truncate(let otherCount) = other {
            return .truncate(min(count, otherCount))
        }
        return strictness >= other.strictness ? self : other
    }
}
