import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// The conditions that fail a review.
///
/// A repository has its gates in `routedb.json`, under `review`; what the file does not say is as here.
struct ReviewGates: Sendable {
    /// The file that is read from the working directory if it is there.
    static let fileName = "routedb.json"

    /// When changes of access fail.
    enum Access: String, CaseIterable {
        /// Whenever there are some.
        case fail
        /// If a replayed hit gets another decision.
        case seen
        /// Never.
        case show
    }

    /// The effect of failing route tests on the review.
    enum Tests: String, CaseIterable {
        case fail
        case show
    }

    var access = Access.seen
    /// The lowest severity of new findings that fails.
    var lint = LintThreshold.error
    var tests = Tests.fail
    var replay = ReplayGate()
    /// The differences of a replay that were reviewed before.
    var accepted: [AcceptedDifference] = []
}

/// A difference of a replay that was reviewed, and why it was accepted.
struct AcceptedDifference: Sendable {
    let change: AcceptedChanges
    /// The change in words.
    let label: String
    let reason: String
    /// When the acceptance ends; `nil` for never.
    let until: Timestamp?

    /// Returns whether the acceptance has ended.
    func isExpired(at time: Timestamp) -> Bool {
        until.map { $0 <= time } ?? false
    }

    /// The change with the reason, on one line.
    var text: String { "\(label): \(reason)" }

    /// The acceptance as JSON.
    var json: JSONValue {
        [
            "change": .string(label), "reason": .string(reason),
            "until": until.map { .string($0.description) } ?? .null,
        ]
    }
}

// MARK: Reading

extension ReviewGates {
    /// Reads the gates of a file, or of that in the working directory, if it is there.
    static func read(_ path: String?, in context: CommandContext) throws -> ReviewGates {
        guard path != nil || RegularFile.hasBytes(at: fileName) else { return ReviewGates() }
        return try context.reading(path ?? fileName) { reader throws(InputProblem) in
            let bytes = try reader.rest(limit: InputLimits.smallDocument)
            let text = try JSONText(bytes, firstLine: reader.place.line)
            let file = try JSONReader(text.value, of: text)
            try file.requireKeys(among: ["review"], of: "The file")
            return try file.reader("review").map(ReviewGates.init) ?? ReviewGates()
        }
    }

    private init(_ reader: JSONReader<JSONText>) throws(InputProblem) {
        try reader.requireKeys(
            among: ["access", "lint", "tests", "replay", "accept"], of: "A review")
        access = try reader.word("access") ?? access
        lint = try reader.word("lint") ?? lint
        tests = try reader.word("tests") ?? tests
        replay = try reader.reader("replay").map(Self.replay) ?? replay
        for entry in try reader.readers("accept") ?? [] {
            accepted.append(try AcceptedDifference(entry))
        }
    }

    private static func replay(
        _ reader: JSONReader<JSONText>
    ) throws(InputProblem) -> ReplayGate {
        try reader.requireKeys(
            among: ["failOn", "maxChanged", "minHits", "requireAttributes"], of: "A replay")
        return ReplayGate(
            failing: try reader.classes("failOn"), limit: try limit(reader),
            minimumHits: try reader.value("minHits", as: .number(0...Int64.max)) ?? 1,
            requiresAttributes: try reader.boolean("requireAttributes") ?? false)
    }

    private static func limit(
        _ reader: JSONReader<JSONText>
    ) throws(InputProblem) -> ReplayGate.Limit? {
        guard let value = reader.value("maxChanged") else { return nil }
        let text = if case .string(let text) = value { text } else { value.description }
        if let limit = ReplayGate.Limit(text) { return limit }
        throw reader.problem(
            "maxChanged",
            "The value of 'maxChanged' is neither a share of the hits nor a number of them.",
            hint: "Write a share in quotes, \"0.1%\", or a whole number, 100.")
    }
}

extension AcceptedDifference {
    fileprivate init(_ reader: JSONReader<JSONText>) throws(InputProblem) {
        let thing = "An accepted difference"
        let keys = ["classes"] + ReplayGroup.changeKeys
        try reader.requireKeys(among: keys + ["reason", "until"], of: thing)
        // A route may be null.
        for key in keys where reader.object[key] == nil {
            throw reader.problem(
                nil, "\(thing) has no '\(key)'.",
                hint: "Copy a group of a file written by `routedb replay --write-accept`.")
        }
        let classes = try reader.classes("classes")
        for key in ["old", "new"] { _ = try reader.object(key) }
        let outcomes: [ResolutionOutcome?] = [
            try reader.word("oldOutcome"), try reader.word("newOutcome"),
        ]
        let reason = try reader.required(
            "reason", of: thing, hint: "Write why the difference is as it should be.")
        guard reason.contains(where: { !$0.isWhitespace }) else {
            throw reader.problem(
                "reason", "The reason is empty.",
                hint: "Write why the difference is as it should be.")
        }
        let places = ["old", "new"].map { Self.label(reader.object[$0]) }
        let words = zip(places, outcomes).map { place, outcome in
            place ?? "(\(outcome?.rawValue ?? "unmatched"))"
        }
        let names = classes.map(\.rawValue).joined(separator: ", ")
        label = "\(names) \(words.joined(separator: " -> "))"
        self.reason = reason
        until = try reader.time("until")
        do {
            change = try AcceptedChanges(json: ["groups": [.object(reader.object)]])
        } catch {
            throw reader.problem(nil, error.message, hint: error.hint)
        }
    }

    /// Returns the label of a route in an accepted difference.
    private static func label(_ route: JSONValue?) -> String? {
        guard case .object(let route)? = route else { return nil }
        func text(_ key: String) -> String? {
            if case .string(let text)? = route[key] { text } else { nil }
        }
        return RouteLabel.route(
            name: text("name"), group: text("group"), pattern: text("pattern") ?? "",
            in: text("namespace") ?? RouteNamespace.defaultName)
    }
}

extension JSONReader<JSONText> {
    /// Returns the classes of differences that a key lists.
    fileprivate func classes(_ key: String) throws(InputProblem) -> [ReplayClass] {
        var classes: [ReplayClass] = []
        for element in try elements(key, as: .string) ?? [] {
            guard let kind = ReplayClass(rawValue: element.value) else {
                throw InputProblem(
                    at: sink.place(of: element.path),
                    "\(element.value.excerpt) is not a class of differences.",
                    hint: NameSuggestion.hint(
                        for: element.value, among: ReplayClass.allCases.map(\.rawValue)))
            }
            classes.append(kind)
        }
        return classes
    }
}
