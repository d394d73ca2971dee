import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// Plays the cases of one system through the library, as an app that has moved its routes would.
protocol CaseRunner {
    /// The namespace that all of the system's routes are in, or are like.
    static func template(_ test: ConformanceCase) -> NamespaceDraft

    /// The functions of the converters that are code.
    static func converters(_ test: ConformanceCase) -> [String: ParameterConverter.Function]

    /// Registers, asks, and gives what came of it.
    static func facts(of test: ConformanceCase, in registry: inout CaseRegistry) async throws
        -> JSONObject
}

extension CaseRunner {
    static func converters(_ test: ConformanceCase) -> [String: ParameterConverter.Function] { [:] }

    /// Runs a case in a registry of its own.
    static func run(_ test: ConformanceCase) async throws -> Observation {
        var observation = Observation()
        try await RouteRegistry.withTemporary(converters: converters(test)) { registry, _ in
            var registry = try await CaseRegistry(registry, like: template(test))
            observation.facts = try await facts(of: test, in: &registry)
            observation.refusals = registry.refusals
            observation.misexplained = registry.misexplained(test)
        }
        return observation
    }
}

extension RouterSystem {
    /// Runs a case of the system.
    func run(_ test: ConformanceCase) async throws -> Observation {
        try vocabulary.check(test)
        return switch self {
        case .jlroutes: try await JLRoutesRunner.run(test)
        case .urlnavigator: try await URLNavigatorRunner.run(test)
        case .ikrouter: try await IKRouterRunner.run(test)
        case .aroute: try await ARouteRunner.run(test)
        case .ahservicerouter: try await AHServiceRouterRunner.run(test)
        }
    }
}
