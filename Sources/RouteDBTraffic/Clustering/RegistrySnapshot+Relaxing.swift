import RouteDBDatabase
import RouteDBInsight
import RouteDBRouting

// Relaxed variants of a registry, which match more URLs, to find out why a URL does not match.
extension RegistrySnapshot {
    /// The registry with all routes enabled.
    var withAllEnabled: RegistrySnapshot {
        changingRoutes { $0.isEnabled = true }
    }

    /// The registry with parameters that accept any text.
    var withoutTypes: RegistrySnapshot {
        changingRoutes { $0.pattern = $0.pattern?.withoutTypes }
    }

    /// The registry with parameters that accept any text, and without query conditions.
    var withoutTypesAndConditions: RegistrySnapshot {
        changingRoutes { route in
            route.pattern = route.pattern.map { pattern in
                let relaxed = pattern.withoutTypes
                return RoutePattern(
                    scheme: relaxed.scheme, host: relaxed.host, path: relaxed.path, query: [])
            }
        }
    }

    /// The registry with routes that match every path.
    var withoutPaths: RegistrySnapshot {
        changingRoutes { route in
            route.pattern = route.pattern.map { pattern in
                RoutePattern(
                    scheme: pattern.scheme, host: pattern.withoutTypes.host,
                    path: [.separator, .catchAll], query: [])
            }
        }
    }

    private func changingRoutes(_ change: (inout Route) -> Void) -> RegistrySnapshot {
        var snapshot = withoutAccess
        for index in snapshot.routes.indices { change(&snapshot.routes[index]) }
        return snapshot
    }
}

extension RoutePattern {
    /// The pattern with parameters that accept any text.
    fileprivate var withoutTypes: RoutePattern {
        RoutePattern(
            scheme: scheme,
            host: host.map {
                HostPattern(elements: Self.withoutTypes($0.elements), port: $0.port)
            }, path: Self.withoutTypes(path),
            query: query.map { condition in
                guard case .capture(let parameter) = condition.test else { return condition }
                return QueryCondition(
                    key: condition.key, test: .capture(Parameter(name: parameter.name)))
            })
    }

    private static func withoutTypes(_ elements: [PatternElement]) -> [PatternElement] {
        elements.map { element in
            switch element {
            case .parameter(let parameter):
                parameter.type == .path ? element : .parameter(Parameter(name: parameter.name))
            case .optional(let content): .optional(withoutTypes(content))
            case .separator, .literal, .wildcard, .catchAll: element
            }
        }
    }
}
