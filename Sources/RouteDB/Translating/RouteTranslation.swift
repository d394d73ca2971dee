public import RouteDBRouting

/// The conversion of one route.
public struct RouteTranslation: Hashable, Sendable {
    /// The route before the conversion.
    public let route: Route
    /// The route after the conversion; unchanged if there is an ``obstacle``.
    public let result: Route
    /// Why the route cannot be written in native syntax; `nil` if it can.
    public let obstacle: String?

    /// Whether the pattern, or the syntax in which it is written, changes.
    public var isChange: Bool { obstacle == nil && route.dialectText != nil || isRewritten }

    /// Whether the pattern changes.
    var isRewritten: Bool {
        let texts = [route, result].map { $0.pattern?.description ?? "" }
        return !texts[0].utf8.elementsEqual(texts[1].utf8)
    }
}
