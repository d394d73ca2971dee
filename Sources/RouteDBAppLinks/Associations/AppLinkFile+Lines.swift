import RouteDB

extension AppLinkFile {
    /// A line for each app and component, for comparing files: whether it excludes, and what it tests.
    package var componentLines: [String] {
        if case .apple(let association) = rules {
            return association.entries.flatMap { entry in
                entry.components.map { Self.line(entry.apps, $0.isExclude, Self.tests(of: $0)) }
            }
        }
        guard case .android(let links) = rules else { return [] }
        return links.statements.flatMap { statement in
            statement.components.map {
                Self.line([statement.package], $0.isExclude, Self.tests(of: $0))
            }
        }
    }

    private static func line(_ apps: [String], _ isExclude: Bool, _ tests: String) -> String {
        "\(apps.joined(separator: " ")): \(isExclude ? "exclude" : "include") \(tests)"
    }

    private static func tests(of component: AppleComponent) -> String {
        var text = component.url?.text ?? "*"
        switch component.query {
        case .whole(let pattern)?: text += "?\(pattern.text)"
        case .items(let items, _)?:
            text += "?" + items.map { "\($0.name)=\($0.value.text)" }.joined(separator: "&")
        case nil: break
        }
        return text + (component.fragment.map { "#\($0.text)" } ?? "")
    }

    private static func tests(of component: DynamicComponent) -> String {
        let query = component.query.map(\.text).joined(separator: "&")
        return (component.url?.text ?? "") + (query.isEmpty ? "" : "?\(query)")
            + (component.fragment.map { "#\($0.text)" } ?? "")
    }
}
