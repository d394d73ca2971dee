import RouteDBRouting

/// One version of a route, as stored.
struct RouteRecord: Hashable {
    /// The syntax of a text that is written natively.
    static let nativeSyntax = PatternSyntax.native.description

    var id: RouteID
    var namespace: NamespaceID
    var name: String?
    var group: String?
    var kind: String?
    /// The canonical native text; `nil`: the route is reached by its name alone.
    var pattern: String?
    /// The text as the author wrote it; empty without a pattern.
    var written: String
    /// The language that it is written in: the text of a `PatternSyntax`; empty without a pattern.
    var syntax: String = nativeSyntax
    var target: String
    var priority: Int32
    var isEnabled: Bool
    /// The required values, as JSON text.
    var requirements: String?
    /// How the target is shown, as JSON text.
    var presentation: String?

    /// The text of the pattern for people: as written in another language, or canonical; empty
    /// without a pattern.
    var patternText: String { dialectText ?? pattern ?? "" }

    /// The text as written, unless it is native.
    var dialectText: String? { pattern == nil || syntax == Self.nativeSyntax ? nil : written }
}
