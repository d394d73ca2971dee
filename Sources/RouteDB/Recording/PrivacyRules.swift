public import RouteDBDatabase

/// Rules that say which values of a resolution are written to history, applied before anything is
/// written.
///
/// A rule applies to a captured parameter or a query key with its name. Values without a rule
/// follow the rule `*`, which is `keep` by default. `Docs/recording.md` describes the rules in
/// full, and what a replay of such hits can and cannot show.
///
/// ```swift
/// let rules = try PrivacyRules(["email=drop", "user=hash", "@referrer=host"], key: secret)
/// ```
public struct PrivacyRules: Sendable, CustomStringConvertible {
    /// The way to write a value.
    package enum Action: Hashable, Sendable {
        /// Write the value unchanged.
        case keep
        /// Write at most this many characters, from the beginning of the value.
        case truncate(Int)
        /// Write a keyed hash of the value: equal values have equal hashes, and nothing else can be
        /// told from them.
        case hash
        /// Write nothing of the value.
        case drop
    }

    /// How much to write of a URL.
    package enum Detail: String, Hashable, Sendable, CaseIterable {
        /// The whole URL, subject to the rules by name.
        case keep
        /// The URL with only the keys of its query and fragment.
        case keys
        /// The URL up to the query and the fragment.
        case path
        /// Only the scheme and the host.
        case host
        /// Nothing.
        case drop
    }

    /// The part of a user agent to write.
    package enum AgentDetail: String, Hashable, Sendable, CaseIterable {
        /// The user agent, and what it tells of the client: whether it is a bot, and its platform.
        case keep
        /// The facts that the user agent tells of the client, without the user agent itself.
        case kind
        /// Nothing.
        case drop
    }

    /// The actions by parameter name or query key, as written in the rules.
    package private(set) var named: [String: Action] = [:]
    /// The action for values without a rule.
    package private(set) var others = Action.keep
    /// The action for the principal: `keep`, `hash` or `drop`.
    package private(set) var principal = Action.keep
    /// How much to write of a referrer, or `nil` to apply the rules by name.
    package private(set) var referrer: Detail?
    /// How much to write of a URL that matches no route or is invalid, or `nil` to apply the rules
    /// by name, with each path segment as a value without a name.
    package private(set) var unmatched: Detail?

    /// The part of a user agent to write.
    package private(set) var agent = AgentDetail.keep

    /// True if nothing is kept of a URL but what the rules name, and what cannot tell much; see
    /// ``URLPermission``.
    package private(set) var keepsOnlyNamed = false

    let hash: KeyedHash?
    /// The names whose values must not be kept, to be found in any spelling.
    private(set) var guarded = SensitiveNames([], keeping: [])

    /// Rules that keep everything.
    public static let keepAll = PrivacyRules(hash: nil)

    private init(hash: KeyedHash?) { self.hash = hash }

    /// Parses rules.
    ///
    /// - Parameters:
    ///   - rules: The rules, each written `NAME=ACTION`. The actions are `keep`, `hash`,
    ///     `truncate:N` and `drop`; the name `*` stands for all values without a rule. `@principal`
    ///     accepts `keep`, `hash` and `drop`; `@referrer` and `@unmatched` accept `keep`, `keys`,
    ///     `path` and `host`, and `@referrer` also `drop`; `@agent` accepts `keep`, `kind` and `drop`.
    ///     `@keep=utm_source,ref` keeps no values but those with the names of its list, and those whose
    ///     types have few values; it takes the place of a rule `*`. If several rules have the same name, the last one applies.
    ///   - key: The secret key for hashes, of at least 16 random bytes.
    /// - Throws: ``RouteDBError`` with `invalidValue` if a rule is malformed, the key is too short,
    ///   a rule hashes and there is no key, or there are both a rule `*` and a rule `@keep`.
    public init(_ rules: [String], key: [UInt8]? = nil) throws(RouteDBError) {
        if let key, key.count < KeyedHash.minimumKeyBytes {
            throw RouteDBError(
                .invalidValue,
                "The key for hashes has \(NumberText.counted(key.count, "byte")), but at least "
                    + "\(KeyedHash.minimumKeyBytes) are required.",
                hint: "Generate one with 'openssl rand -hex 32', and keep it secret.")
        }
        self.init(hash: key.map(KeyedHash.init))
        var hasOthers = false
        for text in rules {
            let rule = try PrivacyRule(text)
            if case .others = rule { hasOthers = true }
            add(rule)
        }
        if hasOthers, keepsOnlyNamed {
            throw RouteDBError(
                .invalidValue, "The privacy rules '*' and '@keep' contradict each other.",
                hint: "Use '@keep=NAME,NAME' alone to keep only what it names.")
        }
        if hash == nil, hashes {
            throw RouteDBError(
                .invalidValue, "A rule hashes values, but there is no key to hash them with.",
                hint: "Provide a secret key of at least \(KeyedHash.minimumKeyBytes) bytes.")
        }
        guarded = SensitiveNames(
            named.filter { $0.value != .keep }.keys,
            keeping: named.filter { $0.value == .keep }.keys)
    }

    private mutating func add(_ rule: PrivacyRule) {
        switch rule {
        case .named(let name, let action): named[name] = action
        case .others(let action): others = action
        case .keeping(let names):
            (keepsOnlyNamed, others) = (true, .drop)
            for name in names { named[name] = .keep }
        case .principal(let action): principal = action
        case .referrer(let detail): referrer = detail
        case .unmatched(let detail): unmatched = detail
        case .agent(let detail): agent = detail
        }
    }

    /// True if these rules keep everything.
    package var keepsAll: Bool {
        others == .keep && principal == .keep && guarded.isEmpty && keepsUnmatched
            && keepsReferrer && agent == .keep
    }

    private var keepsUnmatched: Bool { (unmatched ?? .keep) == .keep }
    private var keepsReferrer: Bool { (referrer ?? .keep) == .keep }

    private var hashes: Bool {
        others == .hash || principal == .hash || named.values.contains(.hash)
    }

    /// Returns the action of the rule for a name.
    ///
    /// If no rule has exactly this name, that is the strictest action, other than `keep`, of the
    /// rules whose names differ from it only in case.
    func action(named name: String) -> Action? {
        if let action = named[name] { return action }
        guard !guarded.isEmpty else { return nil }
        let lowercased = name.lowercased()
        return named.lazy.filter { $0.value != .keep && $0.key.lowercased() == lowercased }
            .map(\.value).reduce(nil) { $0?.stricter($1) ?? $1 }
    }

    /// Returns the action of the rule for a name, or `drop` if there is none and the name contains
    /// a guarded name.
    func strictAction(named name: String) -> Action? {
        action(named: name) ?? (guarded.occur(in: Array(name.utf8)) ? .drop : nil)
    }

    /// The rules as text, without the key.
    public var description: String {
        let sorted = named.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        // A name with a comma cannot be in a list.
        let listed = sorted.filter {
            keepsOnlyNamed && $0.value == .keep && !$0.key.utf8.contains(UInt8(ascii: ","))
        }.map(\.key)
        var rules = sorted.filter { !listed.contains($0.key) }.map { "\($0.key)=\($0.value)" }
        if keepsOnlyNamed {
            rules.append("@keep=\(listed.joined(separator: ","))")
        } else if others != .keep {
            rules.append("*=\(others)")
        }
        if principal != .keep { rules.append("@principal=\(principal)") }
        if let referrer { rules.append("@referrer=\(referrer)") }
        if let unmatched { rules.append("@unmatched=\(unmatched)") }
        if agent != .keep { rules.append("@agent=\(agent)") }
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

    /// A number that is higher the less the action keeps of a value.
    private var strictness: Int {
        switch self {
        case .keep: 0
        case .truncate: 1
        case .hash: 2
        case .drop: 3
        }
    }

    /// Returns the one of two actions that keeps less.
    func stricter(_ other: Self) -> Self {
        if case .truncate(let count) = self, case .truncate(let otherCount) = other {
            return .truncate(min(count, otherCount))
        }
        return strictness >= other.strictness ? self : other
    }
}
