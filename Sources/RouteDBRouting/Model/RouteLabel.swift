/// The labels of routes and groups, alike in all reports, as commands understand them.
///
/// A route goes by its name, with its group, else by its pattern: `cart`, `shop/cart`, `/cart`. The
/// namespace stands before it, unless it is the default one: `web:shop/cart`.
package enum RouteLabel {
    /// Returns the label of a route.
    package static func route(
        name: String?, group: String?, pattern: @autoclosure () -> String, in namespace: String?
    ) -> String {
        prefix(namespace) + (qualifiedName(name, in: group) ?? pattern())
    }

    /// Returns the name of a route after its group; `nil` without a name.
    package static func qualifiedName(_ name: String?, in group: String?) -> String? {
        name.map { name in group.map { "\($0)/\(name)" } ?? name }
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
    /// The name after the group, as in `shop/cart`; `nil` without a name.
    package var qualifiedName: String? { RouteLabel.qualifiedName(name, in: group) }

    /// Returns what texts call the route, which is in the namespace with this name.
    package func label(in namespace: String?) -> String {
        RouteLabel.route(name: name, group: group, pattern: patternText, in: namespace)
    }

    /// Returns the label after the id: `#12 shop/cart`.
    package func numberedLabel(in namespace: String?) -> String {
        "#\(id.rawValue) \(label(in: namespace))"
    }
}
