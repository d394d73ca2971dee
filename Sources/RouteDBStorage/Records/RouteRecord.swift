import RouteDBRouting

/// A stored version of a route.
struct RouteRecord: Hashable {
    /// The syntax of native text.
    static let nativeSyntax = PatternSyntax.native.description

    var id: RouteID
    var namespace: NamespaceID
    var name: String?
    var group: String?
    var kind: String?
    /// The canonical native text, or `nil` if the route is requested only by its name.
    var pattern: String?
    /// The text as written by its author; empty without a pattern.
    var written: String
    /// The text of the `PatternSyntax` in which it is written; empty without a pattern.
    var syntax: String = nativeSyntax
    var target: String
    var priority: Int32
    var isEnabled: Bool
    /// The requirements, as JSON text.
    var requirements: String?
    /// The presentation, as JSON text.
    var presentation: String?

    /// The text of the pattern for display: as written, if in another language, or else canonical;
    /// empty without a pattern.
    var patternText: String { dialectText ?? pattern ?? "" }

    /// The text as written, unless it is native.
    var dialectText: String? { pattern == nil || syntax == Self.nativeSyntax ? nil : written }
}
