import RouteDB
import RouteDBDatabase
import RouteDBRouting

/// Compares the answers of two registries to one request, redirects followed to their end.
struct AnswerComparison {
    /// The ways in which the answers differ, in order; empty if they are alike.
    private(set) var classes: [ReplayClass] = []
    /// The fields that differ.
    private(set) var fields: [RegistryChange.Field] = []

    init(_ old: Resolution, _ new: Resolution, _ pairing: RoutePairing) {
        self.init(answers: old, new, pairing)
        // Without two routes there is nothing else to compare.
        guard old.foundRoute != nil, new.foundRoute != nil else { return }
        let (oldEnd, newEnd) = (AnswerEnd(of: old), AnswerEnd(of: new))
        guard oldEnd.isRedirected || newEnd.isRedirected else { return }
        guard !oldEnd.isSame(as: newEnd, pairing) else {
            let isDetour = classes.contains { $0 != .otherDecision }
            classes = (isDetour ? [.sameDestination] : []) + classes.filter { $0 == .otherDecision }
            classes.sort()
            return
        }
        classes.append(.otherRedirect)
        if oldEnd.isReached && newEnd.isNowhere { classes.append(.nowUnmatched) }
        if oldEnd.isNowhere && newEnd.isReached { classes.append(.newlyMatched) }
        classes = Set(classes).sorted()
        compare("destination", oldEnd.json, newEnd.json)
    }

    /// Compares the answers as they are, without following redirects.
    fileprivate init(answers old: Resolution, _ new: Resolution, _ pairing: RoutePairing) {
        compare("outcome", .string(old.outcome.rawValue), .string(new.outcome.rawValue))
        switch (old.foundRoute, new.foundRoute) {
        case (nil, nil):
            if !fields.isEmpty { classes.append(.otherOutcome) }
            let before = fields.count
            compare("target", Self.text(old.target), Self.text(new.target))
            // An invalid URL never has a target.
            if fields.count > before && classes.isEmpty { classes.append(.otherTarget) }
        case (let route?, nil):
            classes.append(.nowUnmatched)
            compare("target", .string(route.target), Self.text(new.target))
        case (nil, let route?):
            classes.append(.newlyMatched)
            compare("target", Self.text(old.target), .string(route.target))
        case (let left?, let right?):
            fields = []
            if !pairing.areSame(left, right) {
                classes.append(.otherRoute)
                let names = [left, right].map { JSONValue.string($0.name ?? $0.patternText) }
                fields.append(RegistryChange.Field(name: "route", old: names[0], new: names[1]))
            }
            note(.otherTarget) { $0.compare("target", .string(left.target), .string(right.target)) }
            note(.otherRedirect) { $0.compareRedirects(old.redirect, new.redirect) }
            note(.otherValues) { $0.compareValues(old, new) }
            note(.otherDecision) { $0.compareDecisions(old.access, new.access) }
            // A denied or challenged request gets no plan, and the changed decision has its own
            // class.
            guard old.route != nil, new.route != nil else { break }
            note(.otherPlan) { $0.compare("plan", Self.plan(of: old), Self.plan(of: new)) }
        }
    }

    /// Adds a class if a comparison finds a field that differs.
    private mutating func note(_ kind: ReplayClass, _ body: (inout Self) -> Void) {
        let before = fields.count
        body(&self)
        if fields.count > before { classes.append(kind) }
    }

    private mutating func compare(
        _ name: @autoclosure () -> String, _ old: JSONValue?, _ new: JSONValue?
    ) {
        if !Self.isSame(old, new) {
            fields.append(RegistryChange.Field(name: name(), old: old, new: new))
        }
    }

    /// Compares bytes: equal strings and equal numbers may be spelled differently.
    private static func isSame(_ old: JSONValue?, _ new: JSONValue?) -> Bool {
        switch (old, new) {
        case (nil, nil): true
        case (.string(let left)?, .string(let right)?): left.utf8.elementsEqual(right.utf8)
        case (let left?, let right?): TextKey(left.description) == TextKey(right.description)
        case (nil, _), (_, nil): false
        }
    }

    /// Compares values by name; their order has no meaning.
    private mutating func compareValues(_ old: Resolution, _ new: Resolution) {
        let (left, right) = (old.values, new.values)
        for member in left.members {
            compare("values.\(member.key)", member.value, right[member.key])
        }
        for member in right.members where left[member.key] == nil {
            compare("values.\(member.key)", nil, member.value)
        }
        compare("wildcard", Self.list(old.wildcards), Self.list(new.wildcards))
        compare(
            "missing", Self.list(old.unmetRequirements.map(\.key)),
            Self.list(new.unmetRequirements.map(\.key)))
    }

    /// Compares where the routes send the request, and by which status.
    private mutating func compareRedirects(_ old: RouteRedirect?, _ new: RouteRedirect?) {
        compare("redirect", Self.text(old?.location), Self.text(new?.location))
        compare(
            "status", old.map { .int(Int64($0.status)) }, new.map { .int(Int64($0.status)) })
    }

    /// Compares what the caller is told, but not which rules decided it.
    private mutating func compareDecisions(_ old: AccessDecision, _ new: AccessDecision) {
        compare("verdict", .string(old.verdict.rawValue), .string(new.verdict.rawValue))
        compare("challenge", Self.text(old.challengeTarget), Self.text(new.challengeTarget))
        compare("code", Self.text(old.code), Self.text(new.code))
        compare("message", Self.text(old.message), Self.text(new.message))
    }

    /// Returns the plan of a match without route ids, which differ between registries, and without
    /// the values of the requested screen, which are compared on their own.
    private static func plan(of resolution: Resolution) -> JSONValue? {
        do {
            guard var plan = try resolution.plan() else { return nil }
            for index in plan.screens.indices { plan.screens[index].route = nil }
            if let last = plan.screens.indices.last { plan.screens[last].values = [:] }
            return .object(plan.json)
        } catch {
            return ["error": .string(error.code.rawValue)]
        }
    }

    private static func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

    private static func list(_ texts: [String]) -> JSONValue? {
        texts.isEmpty ? nil : .array(texts.map(JSONValue.string))
    }
}

/// Where an answer ends once its redirects were followed.
private struct AnswerEnd {
    private let first: Resolution
    private let destination: RedirectDestination?

    init(of resolution: Resolution) {
        (first, destination) = (resolution, resolution.destination)
    }

    var isRedirected: Bool { destination != nil }

    /// The registry's last answer, if the redirects end with one.
    private var answer: Resolution? {
        guard let destination else { return first }
        if case .answered(let resolution) = destination.end { return resolution }
        return nil
    }

    /// True if a route answers in the end, or the redirects lead to another site.
    var isReached: Bool {
        if case .elsewhere? = destination?.end { return true }
        return answer?.foundRoute != nil
    }

    /// True if no route answers in the end, or the redirects never end.
    var isNowhere: Bool {
        if case .loop? = destination?.end { return true }
        return answer.map { $0.foundRoute == nil } ?? false
    }

    /// Returns whether a caller gets the same in the end, by whichever route.
    func isSame(as other: AnswerEnd, _ pairing: RoutePairing) -> Bool {
        if let answer, let theirs = other.answer {
            return AnswerComparison(answers: answer, theirs, pairing).classes
                .allSatisfy { $0 == .otherRoute }
        }
        switch (destination?.end, other.destination?.end) {
        case (.elsewhere?, .elsewhere?):
            return TextKey(destination?.url ?? "") == TextKey(other.destination?.url ?? "")
        case (.gone?, .gone?), (.loop?, .loop?): return true
        default: return false
        }
    }

    /// The end as a field of a difference: the last URL, and the target that answers there or how the
    /// redirects end.
    var json: JSONValue {
        guard let destination else {
            return ["end": .string(first.outcome.rawValue), "target": target]
        }
        return [
            "end": .string(destination.word), "url": .string(destination.url), "target": target,
        ]
    }

    private var target: JSONValue { answer?.target.map(JSONValue.string) ?? .null }
}
