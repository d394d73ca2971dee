import RouteDB

extension NavigationPlan {
    /// The plan in one line: the action, and the screens, bottom first.
    var summary: String {
        var words: [String]
        switch action {
        case .push: words = ["push"]
        case .present: words = ["present"]
        case .popTo(let index): words = ["return to screen \(index):"]
        }
        words.append(screens.map(\.label).joined(separator: ", "))
        switch container {
        case .navigation: words.append("in navigation")
        case .tab: words.append("in tabs")
        case .custom(let name): words.append("in '\(name)'")
        case nil: break
        }
        if wraps { words.append("wrapped") }
        if !isAnimated { words.append("not animated") }
        if let transition { words.append("by '\(transition)'") }
        return words.joined(separator: " ")
    }
}

extension NavigationPlan.Screen {
    /// The target or token, and the key of the screen.
    fileprivate var label: String {
        let name =
            switch source {
            case .target(let name): name
            case .instance(let token): "the instance '\(token)'"
            }
        return name + (key.map { "#\($0)" } ?? "")
    }
}
