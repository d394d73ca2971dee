import RouteDB
import RouteDBDatabase
public import RouteDBRouting
import RouteDBStorage

/// Runs route tests against one revision of a registry.
///
/// Cases are resolved exactly as the registry resolves URLs. A result depends only on the snapshot,
/// the time, the functions and the case.
///
/// ```swift
/// let snapshot = try await registry.snapshot()
/// let run = RouteTestRun(snapshot, timeMicroseconds: now)
/// let failed = snapshot.cases.map { run.result(of: $0.content) }.filter { !$0.isPassed }
/// ```
public struct RouteTestRun: Sendable {
    /// The registry that is tested.
    public let snapshot: RegistrySnapshot
    let table: RoutingTable
    private let references: RouteReferences
    private let timeMicroseconds: Int64

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - snapshot: The registry to test.
    ///   - timeMicroseconds: The time of cases without one, in microseconds since
    ///     1970-01-01T00:00:00Z.
    ///   - functions: The functions of converters that are implemented in code, by converter name.
    /// - Complexity: O(*n*) in the size of the snapshot.
    public init(
        _ snapshot: RegistrySnapshot, timeMicroseconds: Int64,
        functions: [String: ConverterFunction] = [:]
    ) {
        self.snapshot = snapshot
        self.timeMicroseconds = timeMicroseconds
        table = RoutingTable(snapshot, functions: functions)
        references = RouteReferences(snapshot)
    }

    /// Whether an access rule depends on the time, so that the result of a case without a time
    /// depends on when it runs.
    public var asksForTime: Bool { table.asksForTime }

    /// Resolves the request of a case and compares the resolution with what the case expects.
    ///
    /// - Parameter testCase: The case.
    /// - Returns: The resolution and the mismatches.
    public func result(of testCase: RouteTestCase) -> RouteTestResult {
        let resolution = table.resolve(testCase.request.at(timeMicroseconds))
        return RouteTestResult(
            testCase: testCase, resolution: resolution,
            mismatches: mismatches(of: resolution, testCase.expected))
    }

    /// Makes a case that expects what the registry answers now.
    ///
    /// The case expects the outcome, the route, the target, the values of a match, and, if access
    /// is denied or challenged, the decision and its code.
    ///
    /// - Parameters:
    ///   - request: The request of the case.
    ///   - name: The name of the case.
    /// - Returns: The case; it passes against this snapshot.
    public func recorded(_ request: ResolutionRequest, name: String? = nil) -> RouteTestCase {
        let resolution = table.resolve(request.at(timeMicroseconds))
        var expected = RouteExpectation(outcome: resolution.outcome)
        expected.route = resolution.foundRoute.map { .text(references.text(for: $0)) }
        expected.target = resolution.target.map { .text($0) }
        switch resolution.outcome {
        case .matched: expected.values = resolution.values
        case .denied, .challenged:
            expected.decision = resolution.access.verdict
            expected.code = resolution.access.code.map { .text($0) }
        case .unmatched, .invalid: break
        }
        return RouteTestCase(request, expecting: expected, name: name)
    }

    // MARK: Comparing

    private func mismatches(
        of resolution: Resolution, _ expected: RouteExpectation
    ) -> [RouteTestMismatch] {
        var found: [RouteTestMismatch] = []
        func compare(_ field: String, _ expected: JSONValue?, _ actual: JSONValue?) {
            // Compared as text, so that 1.0 differs from 1, and strings are compared byte by byte.
            let isSame = Self.areSame(expected, actual)
            guard !isSame else { return }
            found.append(
                RouteTestMismatch(field: field, expected: expected, actual: actual, note: nil))
        }
        func compare(_ field: String, _ text: RouteExpectation.Text?, _ actual: String?) {
            guard let text else { return }
            compare(field, text.value, actual.map(JSONValue.string))
        }
        if let outcome = expected.outcome {
            compare("outcome", .string(outcome.rawValue), .string(resolution.outcome.rawValue))
        }
        compare("namespace", expected.namespace, resolution.namespace?.name)
        if let mismatch = mismatch(of: resolution.foundRoute, expected.route) {
            found.append(mismatch)
        }
        compare("target", expected.target, resolution.target)
        if expected.decision != nil || expected.code != nil {
            let access = resolution.foundRoute == nil ? nil : resolution.access
            if let decision = expected.decision {
                compare(
                    "decision", .string(decision.rawValue),
                    (access?.verdict.rawValue).map(JSONValue.string))
            }
            compare("code", expected.code, access?.code)
        }
        let wanted = expected.allValues ?? expected.values
        guard expected.allValues != nil || !wanted.members.isEmpty else { return found }
        let values = resolution.values
        for member in wanted.members {
            compare("values.\(member.key)", member.value, values[member.key])
        }
        guard expected.allValues != nil else { return found }
        for member in values.members where wanted[member.key] == nil {
            compare("values.\(member.key)", nil, member.value)
        }
        return found
    }

    private func mismatch(
        of route: Route?, _ expected: RouteExpectation.Text?
    ) -> RouteTestMismatch? {
        func mismatch(_ expected: String?, _ note: String? = nil) -> RouteTestMismatch {
            RouteTestMismatch(
                field: "route", expected: expected.map(JSONValue.string),
                actual: route.map { .string(references.text(for: $0)) }, note: note)
        }
        switch (expected, route) {
        case (nil, _), (.absent?, nil): return nil
        case (.absent?, _?): return mismatch(nil)
        case (.text(let text)?, _):
            let reference = RouteReference(text)
            if let route, references.fits(reference, route) { return nil }
            do {
                _ = try snapshot.route(reference)
            } catch {
                return mismatch(text, error.description)
            }
            return mismatch(text)
        }
    }

    private static func areSame(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): left.description.utf8.elementsEqual(right.description.utf8)
        default: false
        }
    }
}

extension RouteExpectation.Text {
    fileprivate var value: JSONValue? {
        if case .text(let text) = self { .string(text) } else { nil }
    }
}

/// One difference between a resolution and what a case expects.
public struct RouteTestMismatch: Hashable, Sendable {
    /// The name of the field: `outcome`, `namespace`, `route`, `target`, `decision`, `code`, or
    /// `values.` and the key of a value.
    public let field: String
    /// The expected value, or `nil` if none is expected.
    public let expected: JSONValue?
    /// The actual value, or `nil` if there is none.
    public let actual: JSONValue?
    /// A sentence that says what may be wrong with the expectation itself, or `nil`.
    public let note: String?
}

/// The result of one test case.
public struct RouteTestResult: Sendable {
    /// The case.
    public let testCase: RouteTestCase
    /// The resolution of its request, which includes the time that was used.
    public let resolution: Resolution
    /// The differences from what the case expects; empty if the case passed.
    public let mismatches: [RouteTestMismatch]

    /// Whether the case passed.
    public var isPassed: Bool { mismatches.isEmpty }
}

/// Names the routes of a snapshot unambiguously, by the shortest readable reference.
struct RouteReferences: Sendable {
    private let namespaces: [NamespaceID: String]
    /// The number of routes that each text refers to.
    private let counts: [TextKey: Int]

    /// - Complexity: O(*n*) in the routes.
    init(_ snapshot: RegistrySnapshot) {
        var names: [NamespaceID: String] = [:]
        for namespace in snapshot.namespaces { names[namespace.id] = namespace.name }
        var counts: [TextKey: Int] = [:]
        for route in snapshot.routes {
            for text in Self.texts(for: route, in: names) {
                counts[TextKey(text), default: 0] += 1
            }
        }
        namespaces = names
        self.counts = counts
    }

    /// Returns the first unambiguous reference to a route of: its name, its pattern, and its id.
    func text(for route: Route) -> String {
        Self.texts(for: route, in: namespaces).first { text in
            counts[TextKey(text)] == 1 && fits(RouteReference(text), route)
        } ?? "#\(route.id.rawValue)"
    }

    /// Whether a reference refers to a route.
    func fits(_ reference: RouteReference, _ route: Route) -> Bool {
        if let namespace = reference.namespace, namespace != namespaces[route.namespace] {
            return false
        }
        switch reference.key {
        case .id(let id): return id == route.id
        case .name(let name, let group):
            if reference.idInPlaceOfName == route.id, counts[TextKey(name)] == nil { return true }
            return Self.areSame(name, route.name)
                && (group == nil || Self.areSame(group, route.group))
        case .pattern(let text):
            return Self.areSame(text, route.patternText)
                || Self.areSame(text, route.pattern?.description)
        }
    }

    private static func areSame(_ left: String?, _ right: String?) -> Bool {
        left.map { TextKey($0) } == right.map { TextKey($0) }
    }

    private static func texts(
        for route: Route, in namespaces: [NamespaceID: String]
    ) -> [String] {
        let name = route.name.map { name in [name] + (route.group.map { ["\($0)/\(name)"] } ?? []) }
        let own = (name ?? []) + (route.hasPattern ? [route.patternText] : [])
        let namespace = namespaces[route.namespace] ?? ""
        return own + own.map { "\(namespace):\($0)" }
    }
}
