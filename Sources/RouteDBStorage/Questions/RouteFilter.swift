package import RouteDBDatabase
package import RouteDBRouting

/// The conditions that select routes, for lists and edits alike.
///
/// Names are compared byte by byte, as the registry stores them.
package struct RouteFilter: Hashable, Sendable {
    /// The name of the namespace, which must exist.
    package var namespace: String?
    package var group: String?
    package var name: String?
    package var kind: String?
    /// The target of the routes, or one that theirs are below: `shop` includes `shop.list`.
    package var target: String?
    /// A part of the pattern.
    package var pattern: String?
    /// A part of the name, group, pattern or target, in upper or lower case.
    package var text: String?
    /// The labels that the routes have, all of them.
    package var labels: [Label] = []
    package var isEnabled: Bool?

    package init() {}

    /// A condition on a label.
    package struct Label: Hashable, Sendable {
        package let key: String
        /// The value, or `nil` for any.
        package let value: String?

        /// Reads a label, or a key alone.
        package init(_ text: String) throws(RouteDBError) {
            let parts = text.utf8.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
            ).map { String(Substring($0)) }
            try RouteLabels.checkKey(parts[0])
            guard parts.last != "" else {
                throw RouteDBError(
                    .invalidValue, "The label '\(parts[0])' has no value.",
                    hint: "Write key=value, or the key alone for any value.")
            }
            key = parts[0]
            value = parts.count == 2 ? parts[1] : nil
        }

        fileprivate func matches(_ labels: [String: String]) -> Bool {
            guard let found = labels[key] else { return false }
            return value.map { $0.utf8.elementsEqual(found.utf8) } ?? true
        }
    }

    /// True if no route is excluded.
    package var isEmpty: Bool { self == RouteFilter() }

    /// Returns whether a route of the namespace with a name meets all conditions.
    package func accepts(_ route: Route, in namespace: String) -> Bool {
        Self.accepts(namespace, self.namespace) && Self.accepts(route.group, group)
            && Self.accepts(route.name, name)
            && (kind == nil || RouteKind.areSame(route.kind, kind))
            && (target.map { Self.is(route.target, atOrBelow: $0) } ?? true)
            && (pattern.map { Self.pattern(of: route)?.utf8.contains($0.utf8) ?? false } ?? true)
            && labels.allSatisfy { $0.matches(route.labels) }
            && (isEnabled == nil || route.isEnabled == isEnabled)
            && hasText([route.name, route.group, Self.pattern(of: route), route.target])
    }

    private static func pattern(of route: Route) -> String? {
        route.hasPattern ? route.patternText : nil
    }

    private static func accepts(_ name: String?, _ wanted: String?) -> Bool {
        guard let wanted else { return true }
        return name?.utf8.elementsEqual(wanted.utf8) ?? false
    }

    private static func `is`(_ target: String, atOrBelow parent: String) -> Bool {
        guard target.utf8.starts(with: parent.utf8) else { return false }
        return target.utf8.dropFirst(parent.utf8.count).first.map("./".utf8.contains) ?? true
    }

    /// Returns whether one of a route's texts has the one that is looked for.
    func hasText(_ texts: [String?]) -> Bool {
        guard let wanted = text?.lowercased() else { return true }
        return texts.contains { $0?.lowercased().utf8.contains(wanted.utf8) ?? false }
    }

    /// The conditions in words, such as `group 'shop'`.
    package var conditions: [String] {
        let named: [(String, String?)] = [
            ("namespace", namespace), ("group", group), ("name", name), ("kind", kind),
            ("target", target), ("pattern text", pattern), ("text", text),
        ]
        return named.compactMap { noun, value in value.map { "\(noun) '\($0)'" } }
            + labels.map { label in "label '\(label.key)\(label.value.map { "=\($0)" } ?? "")'" }
            + (isEnabled.map { ["state '\($0 ? "enabled" : "disabled")'"] } ?? [])
    }
}
