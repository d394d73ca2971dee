package import RouteDB

// How the tool shows a route.
extension RouteFacts {
    /// The route as a line of text.
    package var text: String {
        let prefix = namespace == RouteNamespace.defaultName ? "" : "\(namespace):"
        let label = name.map { " \(prefix)\(group.map { "\($0)/" } ?? "")\($0)" } ?? ""
        return PlainText.shown(
            "#\(id.rawValue)\(label)  \(pattern ?? "(no pattern)") -> \(target)"
                + (kind.map { "  (\($0))" } ?? "")
                + (isEnabled ? "" : "  (disabled)"))
    }
}
