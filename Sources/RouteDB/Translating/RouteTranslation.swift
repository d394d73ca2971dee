public import RouteDBRouting

/// What converting does to one route.
public struct RouteTranslation: Hashable, Sendable {
    /// The route as it was.
    public let route: Route
    /// The route as it is afterwards; it is as it was if there is an ``obstacle``.
    public let result: Route
    /// Why the route cannot be written natively, if it cannot.
    public let obstacle: String?

    /// Whether the route's pattern, or the language that it is written in, changes.
    public var isChange: Bool { obstacle == nil && route.dialectText != nil || isRewritten }

    /// Whether the route's pattern becomes another one.
    var isRewritten: Bool {
        let texts = [route, result].map { $0.pattern?.description ?? "" }
        return !texts[0].utf8.elementsEqual(texts[1].utf8)
    }
}
