import RouteDBRouting

/// One version of a route, as stored.
struct RouteRecord: Hashable {
    /// The name of the dialect that ``written`` is in.
    static let nativeSyntax = "native"

    var id: RouteID
    var namespace: NamespaceID
    var name: String?
    var group: String?
    /// The canonical native text.
    var pattern: String
    /// The text as the author wrote it.
    var written: String
    var syntax: String = nativeSyntax
    var target: String
    var priority: Int32
    var isEnabled: Bool
}
