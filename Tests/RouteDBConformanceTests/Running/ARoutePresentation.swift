import RouteDB

extension RoutePresentation {
    /// What an ARoute registration, action or request says of how its screen is shown.
    ///
    /// Only a navigation container takes screens below; the other containers go without.
    init(aroute object: JSONObject) throws {
        self.init()
        isAnimated = object.flag("animated")
        switch object.text("embedding") {
        case "navigation": container = .navigation
        case "tab": (container, prestack) = (.tab, [])
        case nil: break
        case let other?: throw UnsupportedCase("the embedding '\(other)'")
        }
        if let name = object.text("embedIn") { container = .custom(name) }
        if container != .tab {
            prestack = try object.array("prestack").map { try $0.compactMap(Self.underlay) }
        }
    }

    /// A screen below; ARoute leaves out a class that it cannot make one of.
    private static func underlay(_ item: JSONValue) throws -> Underlay? {
        let object = item.object ?? [:]
        if let route = object.text("route") { return .route(route) }
        if let token = object.text("instance") { return .instance(token) }
        guard let name = object.text("class") else { throw UnsupportedCase("the prestack \(item)") }
        return object.flag("routable") == false ? nil : .target(ARouteScreens.target(ofClass: name))
    }
}
