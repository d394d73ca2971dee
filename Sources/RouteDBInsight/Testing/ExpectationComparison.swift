import RouteDB
import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// Compares a resolution with what a case expects, key by key.
struct ExpectationComparison {
    private let resolution: Resolution
    private let expected: RouteExpectation
    private let references: RouteReferences
    private let snapshot: RegistrySnapshot
    /// The differences, in the order of the keys.
    private(set) var mismatches: [RouteTestMismatch] = []

    init(
        _ resolution: Resolution, _ expected: RouteExpectation, _ references: RouteReferences,
        in snapshot: RegistrySnapshot
    ) {
        self.resolution = resolution
        self.expected = expected
        self.references = references
        self.snapshot = snapshot
        for key in RouteExpectation.Key.allCases { compare(key) }
    }

    private var access: AccessDecision? {
        resolution.foundRoute == nil ? nil : resolution.access
    }

    private mutating func compare(_ key: RouteExpectation.Key) {
        let name = key.rawValue
        switch key {
        case .outcome: compare(name, expected.outcome?.rawValue, resolution.outcome.rawValue)
        case .namespace: compare(name, expected.namespace, resolution.namespace?.name)
        case .route: compareRoute(name, expected.route, resolution.foundRoute)
        case .target: compare(name, expected.target, resolution.target)
        case .values:
            guard expected.allValues == nil else { return }
            compareMembers(name, expected.values, resolution.values)
        case .allValues:
            guard let all = expected.allValues else { return }
            let values = resolution.values
            compareMembers("values", all, values)
            for member in values.members where all[member.key] == nil {
                compare("values.\(member.key)", nil as JSONValue?, member.value)
            }
        case .decision: compare(name, expected.decision?.rawValue, access?.verdict.rawValue)
        case .code: compare(name, expected.code, access?.code)
        case .message: compare(name, expected.message, access?.message)
        case .redirect: compareObject(name, expected.redirect, resolution.redirect?.json)
        case .destination: compareDestination(name)
        case .pattern: compare(name, expected.pattern, resolution.matchedPattern?.description)
        case .wildcard:
            guard let wildcard = expected.wildcard else { return }
            compare(name, Self.list(wildcard), Self.list(resolution.wildcards))
        case .unmet:
            let unmet = resolution.unmetRequirements
            compareObject(
                name, expected.unmet, unmet.isEmpty ? nil : RouteRequirement.json(unmet))
        case .plan:
            guard expected.plan != nil else { return }
            compareObject(name, expected.plan, (try? resolution.plan())?.json)
        case .error: compareObject(name, expected.error, resolution.invalidURL?.json)
        case .otherKind: compare(name, expected.otherKind, resolution.otherKind)
        }
    }

    /// Compares as text, so that 1.0 differs from 1, and strings are compared byte by byte.
    private mutating func compare(_ field: String, _ expected: JSONValue?, _ actual: JSONValue?) {
        let isSame =
            switch (expected, actual) {
            case (nil, nil): true
            case (let left?, let right?):
                left.description.utf8.elementsEqual(right.description.utf8)
            default: false
            }
        guard !isSame else { return }
        mismatches.append(
            RouteTestMismatch(field: field, expected: expected, actual: actual, note: nil))
    }

    private mutating func compare(_ field: String, _ word: String?, _ actual: String?) {
        guard let word else { return }
        compare(field, JSONValue.string(word), actual.map(JSONValue.string))
    }

    private mutating func compare(
        _ field: String, _ text: RouteExpectation.Text?, _ actual: String?
    ) {
        guard let text else { return }
        compare(field, text.value, actual.map(JSONValue.string))
    }

    private mutating func compareMembers(
        _ field: String, _ expected: JSONObject, _ actual: JSONObject
    ) {
        for member in expected.members {
            compare("\(field).\(member.key)", member.value, actual[member.key])
        }
    }

    /// Compares the members that are expected of an object, or its absence.
    private mutating func compareObject(
        _ field: String, _ expected: JSONValue?, _ actual: JSONObject?
    ) {
        switch (expected, actual) {
        case (nil, _), (.null?, nil): return
        case (.object(let members)?, let actual?):
            for member in members.members {
                compare(
                    "\(field).\(member.key)", Self.present(member.value),
                    Self.present(actual[member.key]))
            }
        case (let expected?, let actual):
            compare(field, Self.present(expected), actual.map(JSONValue.object))
        }
    }

    /// Compares where the redirects end; of the route, any reference to it will do.
    private mutating func compareDestination(_ name: String) {
        guard let expected = expected.destination else { return }
        let destination = resolution.destination
        guard case .object(var members) = expected, let destination,
            let route = members["route"]
        else {
            return compareObject(name, expected, destination.map { references.json(of: $0) })
        }
        members["route"] = nil
        compareObject(name, .object(members), references.json(of: destination))
        let text: RouteExpectation.Text =
            if case .string(let text) = route { .text(text) } else { .absent }
        compareRoute("\(name).route", text, destination.answer?.foundRoute)
    }

    private mutating func compareRoute(
        _ field: String, _ expected: RouteExpectation.Text?, _ route: Route?
    ) {
        var note: String?
        switch (expected, route) {
        case (nil, _), (.absent?, nil): return
        case (.absent?, _?): break
        case (.text(let text)?, _):
            let reference = RouteReference(text)
            if let route, references.fits(reference, route) { return }
            do {
                _ = try snapshot.route(reference)
            } catch {
                note = error.description
            }
        }
        mismatches.append(
            RouteTestMismatch(
                field: field, expected: expected?.value,
                actual: route.map { .string(references.text(for: $0)) }, note: note))
    }

    /// The value, unless it is null.
    private static func present(_ value: JSONValue?) -> JSONValue? {
        value == .some(.null) ? .none : value
    }

    private static func list(_ texts: [String]) -> JSONValue {
        .array(texts.map(JSONValue.string))
    }
}

extension RouteExpectation.Text {
    fileprivate var value: JSONValue? {
        if case .text(let text) = self { .string(text) } else { nil }
    }
}

extension RedirectDestination {
    /// The registry's answer to the last URL; `nil` if it has none.
    fileprivate var answer: Resolution? {
        if case .answered(let resolution) = end { resolution } else { nil }
    }
}

extension RouteReferences {
    /// Where redirects end, as an expectation has it.
    func json(of destination: RedirectDestination) -> JSONObject {
        var object: JSONObject = ["url": .string(destination.url)]
        object["outcome"] = .string(destination.word)
        guard let answer = destination.answer else { return object }
        object["route"] = answer.foundRoute.map { .string(text(for: $0)) }
        object["target"] = answer.target.map(JSONValue.string)
        return object
    }
}
