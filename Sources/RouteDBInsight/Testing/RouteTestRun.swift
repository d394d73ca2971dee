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
/// let run = RouteTestRun(snapshot, time: now)
/// let failed = snapshot.cases.map { run.result(of: $0.content) }.filter { !$0.isPassed }
/// ```
public struct RouteTestRun: Sendable {
    /// The registry that is tested.
    public let snapshot: RegistrySnapshot
    let table: RoutingTable
    private let references: RouteReferences
    private let time: Timestamp

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - snapshot: The registry to test.
    ///   - time: The time of cases without one.
    ///   - functions: The functions of converters that are implemented in code, by converter name.
    /// - Complexity: O(*n*) in the size of the snapshot.
    public init(
        _ snapshot: RegistrySnapshot, time: Timestamp,
        functions: [String: ParameterConverter.Function] = [:]
    ) {
        self.snapshot = snapshot
        self.time = time
        table = RoutingTable(snapshot, functions: functions)
        references = RouteReferences(snapshot)
    }

    /// True if an access rule depends on the time, so that the result of a case without a time
    /// depends on when it runs.
    public var asksForTime: Bool { table.asksForTime }

    /// Resolves the request of a case and compares the resolution with what the case expects.
    ///
    /// - Parameter testCase: The case.
    /// - Returns: The resolution and the mismatches.
    public func result(of testCase: RouteTestCase) -> RouteTestResult {
        let resolution = table.resolve(testCase.request.at(time))
        return RouteTestResult(
            testCase: testCase, resolution: resolution,
            mismatches: ExpectationComparison(
                resolution, testCase.expected, references, in: snapshot
            ).mismatches)
    }

    /// Makes a case that expects what the registry answers now.
    ///
    /// The case expects the outcome, the route and the target; of a match the values, and the redirect
    /// with its end, or that there is none; and, if access is denied or challenged, the decision and
    /// its code.
    ///
    /// - Parameters:
    ///   - request: The request of the case.
    ///   - name: The name of the case.
    /// - Returns: The case; it passes against this snapshot.
    public func recorded(_ request: ResolutionRequest, name: String? = nil) -> RouteTestCase {
        let resolution = table.resolve(request.at(time))
        var expected = RouteExpectation(outcome: resolution.outcome)
        expected.route = resolution.foundRoute.map { .text(references.text(for: $0)) }
        expected.target = resolution.target.map { .text($0) }
        switch resolution.outcome {
        case .matched:
            expected.values = resolution.values
            expected.redirect = resolution.redirect.map { .object($0.json) } ?? .null
            expected.destination = resolution.destination.map { .object(references.json(of: $0)) }
        case .denied, .challenged:
            expected.decision = resolution.access.verdict
            expected.code = resolution.access.code.map { .text($0) }
        case .unmatched, .invalid: break
        }
        return RouteTestCase(request, expecting: expected, name: name)
    }
}

/// One difference between a resolution and what a case expects.
public struct RouteTestMismatch: Hashable, Sendable {
    /// The key of the expectation, such as `outcome` or `route`; for `values`, `redirect`,
    /// `destination`, `unmet`, `plan` and `error`, followed by `.` and the key of the member.
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

    /// True if the case passed.
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

    /// Returns whether a reference refers to a route.
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
        let own = [
            route.name, route.group == nil ? nil : route.qualifiedName,
            route.hasPattern ? route.patternText : nil,
        ].compactMap(\.self)
        let namespace = namespaces[route.namespace] ?? ""
        return own + own.map { "\(namespace):\($0)" }
    }
}
