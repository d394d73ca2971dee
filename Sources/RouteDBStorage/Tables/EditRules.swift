import RouteDBDatabase
package import RouteDBRouting

/// The outcome of an edit of an item, such as a route.
public enum EditOutcome<Item: Hashable & Sendable>: Hashable, Sendable {
    /// The item was added.
    case added(Item)
    /// The item was replaced by a new version with the same id.
    case replaced(Item)
    /// The item already was as requested.
    case unchanged(Item)
    /// Another item already has the pattern or name, and nothing was added.
    case skipped(Item)

    /// The item, or its id, if it has one.
    public var item: Item {
        switch self {
        case .added(let item), .replaced(let item), .unchanged(let item), .skipped(let item): item
        }
    }

    /// The outcome, as a past participle.
    package var word: String {
        switch self {
        case .added: "added"
        case .replaced: "replaced"
        case .unchanged: "unchanged"
        case .skipped: "skipped"
        }
    }
}

/// The treatment of an added route that has the same pattern as a route of its namespace.
///
/// If the two routes are equal in everything, nothing changes, whatever the rule.
public enum DuplicateRule: String, CaseIterable, Sendable {
    /// Keep the existing route and add nothing.
    case skip
    /// Throw `routeConflict`.
    case error
    /// Replace the existing route, keeping its id and position; of several, the oldest one.
    case replace
    /// Keep both routes.
    case keepBoth = "keep-both"

    package init(_ policy: NamespacePolicy.Registration) {
        switch policy {
        case .error: self = .error
        case .replace, .replaceText: self = .replace
        case .keepFirst: self = .skip
        case .keepBoth: self = .keepBoth
        }
    }
}

/// Checks the texts that an edit may store; each error states the rule.
package enum EditRules {
    /// The longest name, group, target or key, in UTF-8 bytes.
    static let nameBytes = 255
    /// The longest author of a commit, in UTF-8 bytes.
    static let authorBytes = 1_024
    /// The longest message or source of a commit, in UTF-8 bytes.
    static let messageBytes = 1 << 20
    /// The longest reason of a suppression, in UTF-8 bytes.
    static let reasonBytes = 1_024

    /// Returns whether a byte may stand in the name of a namespace, or of a group of nodes.
    package static func isNamespaceByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    static func checkNamespaceName(_ name: String) throws(RouteDBError) {
        guard (1...nameBytes).contains(name.utf8.count), name.utf8.allSatisfy(isNamespaceByte)
        else {
            throw RouteDBError(
                .invalidValue, "\(name.excerpt) is not a valid name for a namespace.",
                hint: "Use 1 to \(nameBytes) ASCII letters, digits, '-', '_' and '.'.")
        }
    }

    /// Checks a route's name or group, which must not contain the marks that route references use.
    static func checkRouteName(_ name: String, called kind: String) throws(RouteDBError) {
        let marks = "/:".utf8
        guard isPlain(name), !name.utf8.contains(where: marks.contains),
            let first = name.utf8.first, !"#(?*{<".utf8.contains(first)
        else {
            throw RouteDBError(
                .invalidValue, "\(name.excerpt) is not a valid \(kind) for a route.",
                hint: "Use 1 to \(nameBytes) bytes without '/', ':' and control characters, no"
                    + " space at either end, and none of '#(?*{<' at the beginning.")
        }
    }

    /// Checks a target or the key of a default value.
    static func checkText(_ text: String, called kind: String) throws(RouteDBError) {
        guard isPlain(text) else {
            throw RouteDBError(
                .invalidValue, "\(text.excerpt) is not a valid \(kind).",
                hint: "Use 1 to \(nameBytes) bytes without control characters, and no space at"
                    + " either end.")
        }
    }

    /// Returns what is wrong with the author, message, source or time of a commit; `nil` if nothing is.
    static func fault(of commit: CommitInfo) -> String? {
        let author = commit.author.utf8
        guard author.count <= authorBytes, !author.contains(where: isControl) else {
            return "its author has more than \(authorBytes) bytes, or control characters"
        }
        for (text, kind) in [(commit.message, "message"), (commit.source, "source")]
        where text.utf8.count > messageBytes || text.utf8.contains(0) {
            return "its \(kind) has more than \(messageBytes) bytes, or a NUL"
        }
        guard commit.time.isWritable else {
            return
                "its time \(commit.time.microseconds), in microseconds, is not in the years 0 to 9999"
        }
        return nil
    }

    /// Checks a commit before it is made.
    static func check(_ commit: CommitInfo) throws(RouteDBError) {
        guard let fault = fault(of: commit) else { return }
        throw RouteDBError(
            .invalidValue, "The revision cannot be made: \(fault).",
            hint: "Give another author or message, or set the clock.")
    }

    /// Checks the name of a case.
    static func checkCaseName(_ name: String) throws(RouteDBError) {
        try checkText(name, called: "name of a case")
        guard name.utf8.first != UInt8(ascii: "#") else {
            throw RouteDBError(
                .invalidValue,
                "\(name.excerpt) is not a valid name for a case: names cannot begin with '#'.",
                hint: "Choose another name.")
        }
    }

    /// Checks the reason of a suppression.
    static func checkReason(_ reason: String) throws(RouteDBError) {
        let bytes = reason.utf8
        let isText = bytes.contains { $0 != UInt8(ascii: " ") } && bytes.allSatisfy { $0 >= 0x20 }
        guard isText, bytes.count <= reasonBytes else {
            throw RouteDBError(
                .invalidValue, "A suppression needs a reason.",
                hint: "Use 1 to \(reasonBytes) bytes without control characters.")
        }
    }

    /// Checks a route's kind: none that stands for several, or for every one.
    static func checkKind(_ kind: String) throws(RouteDBError) {
        try checkText(kind, called: "kind")
        guard RouteKind.list(kind) == [kind] else {
            throw RouteDBError(
                .invalidValue, "'\(kind)' is not one kind.",
                hint:
                    "Write a route for each method, or one without a kind, which takes requests of"
                    + " every kind.")
        }
    }

    /// Checks the time in which a route takes requests.
    static func check(_ period: RoutePeriod) throws(RouteDBError) {
        for time in [period.starts, period.ends].compactMap(\.self)
        where !time.isWritable {
            throw RouteDBError(
                .invalidValue,
                "The time \(time.microseconds), in microseconds, is not in the years 0 to 9999.",
                hint: "Omit it for a route that is not limited in time.")
        }
        guard let starts = period.starts, let ends = period.ends, ends <= starts else { return }
        throw RouteDBError(
            .invalidValue,
            "The route ends at \(ends), but starts at \(starts).",
            hint: "Give an end after the start.")
    }

    /// Checks a converter's name and rule.
    static func checkConverter(
        _ name: String, _ rule: ParameterConverter.Rule
    ) throws(RouteDBError) {
        guard (1...nameBytes).contains(name.utf8.count), name.utf8.allSatisfy(isNamespaceByte)
        else {
            throw RouteDBError(
                .invalidValue, "\(name.excerpt) is not a valid name for a converter.",
                hint: "Use 1 to \(nameBytes) ASCII letters, digits, '-', '_' and '.'.")
        }
        switch rule {
        case .allow([]), .map([:]):
            throw RouteDBError(
                .invalidValue, "The converter '\(name)' would accept no text.",
                hint: "List the texts that it accepts.")
        case .allow, .map, .affix, .any, .code: break
        }
    }

    /// Returns whether the text is short, not empty, and has no control characters or outer spaces.
    private static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...nameBytes).contains(bytes.count) else { return false }
        guard bytes.first != UInt8(ascii: " "), bytes.last != UInt8(ascii: " ") else {
            return false
        }
        return !bytes.contains(where: isControl)
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
}
