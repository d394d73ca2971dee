/// The labels of routes and groups, alike in all reports, as commands understand them.
///
/// A route goes by its name, with its group, else by its pattern: `cart`, `shop/cart`, `/cart`. The
/// namespace stands before it, unless it is the default one: `web:shop/cart`.
package enum RouteLabel {
    /// Returns the label of a route.
    package static func route(
        name: String?, group: String?, pattern: @autoclosure () -> String, in namespace: String?
    ) -> String {
        prefix(namespace) + (name.map { (group.map { "\($0)/" } ?? "") + $0 } ?? pattern())
    }

    /// Returns the label of a group.
    package static func group(_ group: String, in namespace: String) -> String {
        prefix(namespace) + group
    }

    private static func prefix(_ namespace: String?) -> String {
        guard let namespace, namespace != RouteNamespace.defaultName else { return "" }
        return "\(namespace):"
    }
}

extension Route {
    /// Returns what texts call the route, which is in the namespace with this name.
    package func label(in namespace: String?) -> String {
        RouteLabel.route(name: name, group: group, pattern: patternText, in: namespace)
    }

    /// Returns the label after the id: `#12 shop/cart`.
    package func numberedLabel(in namespace: String?) -> String {
        "#\(id.rawValue) \(label(in: namespace))"
    }
}
