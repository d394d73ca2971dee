extension LinkedApp {
    /// A platform whose files decide which web links open an app.
    public enum Platform: String, CaseIterable, Sendable {
        /// Apple's platforms, with the file `apple-app-site-association`.
        case ios
        /// Android, with the file `assetlinks.json`.
        case android
    }
}

/// An app that opens links of a namespace; it does not affect resolving.
///
/// It opens the links of all routes of the namespace and its fallbacks, unless ``includes`` or
/// ``excludes`` choose some of them. A choice is written
///
/// | written | chooses the routes |
/// |---|---|
/// | `group:shop` | in the group `shop` |
/// | `label:web-only` | with a label `web-only`, whatever its value |
/// | `label:owner=growth` | with the value `growth` of the label `owner` |
/// | `route:user`, `route:shop/user` | with the name `user`, of any group or of one |
///
/// A route that one choice includes and another excludes is excluded, in whatever order they are
/// written.
public struct LinkedApp: Hashable, Sendable {
    /// The platform.
    public var platform: LinkedApp.Platform
    /// For iOS the prefix and the bundle, as in `ABCDE12345.com.example.app`; for Android the package,
    /// as in `com.example.app`.
    public var identifier: String
    /// The name by which people call the app.
    public var name: String?
    /// The number of an iOS app in Apple's App Store, as in `https://apps.apple.com/app/id` and the number; `nil`
    /// if it is unknown, and for Android, whose store knows the package.
    public var store: String?
    /// The SHA-256 fingerprints of the certificates of an Android app; empty for iOS.
    public var fingerprints: [String]
    /// The choices of routes whose links open the app; if empty, all routes.
    public var includes: [String]
    /// The choices of routes whose links do not open the app, even if they are included.
    public var excludes: [String]

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - platform: The platform.
    ///   - identifier: The prefix and the bundle, or the package.
    ///   - name: What people call the app.
    ///   - store: The number of an iOS app in Apple's App Store.
    ///   - fingerprints: The SHA-256 fingerprints of the certificates of an Android app.
    ///   - includes: The choices of routes whose links open the app.
    ///   - excludes: The choices of routes whose links do not open the app.
    public init(
        _ platform: LinkedApp.Platform, _ identifier: String, name: String? = nil,
        store: String? = nil, fingerprints: [String] = [], includes: [String] = [],
        excludes: [String] = []
    ) {
        self.platform = platform
        self.identifier = identifier
        self.name = name
        self.store = store
        self.fingerprints = fingerprints
        self.includes = includes
        self.excludes = excludes
    }

    /// True if the app opens the links of chosen routes only.
    package var hasChoices: Bool { !includes.isEmpty || !excludes.isEmpty }

    /// Returns whether the links of a route open the app.
    ///
    /// A choice that cannot be read includes no route, and excludes every route.
    package func opens(_ route: Route) -> Bool {
        let isIncluded =
            includes.isEmpty || includes.contains { LinkChoice($0)?.covers(route) ?? false }
        return isIncluded && !excludes.contains { LinkChoice($0)?.covers(route) ?? true }
    }

    /// Returns whether two apps are the same app of a platform, whatever else is said about them.
    package func isSame(_ other: LinkedApp) -> Bool {
        platform == other.platform && identifier.utf8.elementsEqual(other.identifier.utf8)
    }
}

/// A choice of routes whose links open an app, or do not.
package enum LinkChoice: Hashable, Sendable {
    /// The routes of a group.
    case group(String)
    /// The routes with a label; `nil` for any value.
    case label(String, value: String?)
    /// The routes with a name; `nil` for any group.
    case route(String, group: String?)

    /// The words that choices begin with.
    package static let kinds = ["group", "label", "route"]

    /// Reads a choice.
    package init?(_ text: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = text[text.utf8.index(after: colon)...]
        guard !rest.isEmpty else { return nil }
        switch text[..<colon] {
        case "group": self = .group(String(rest))
        case "label":
            let parts = Self.parts(of: rest, at: UInt8(ascii: "="))
            guard !parts.head.isEmpty, parts.tail?.isEmpty != true else { return nil }
            self = .label(parts.head, value: parts.tail)
        case "route":
            let parts = Self.parts(of: rest, at: UInt8(ascii: "/"))
            guard let name = parts.tail else {
                self = .route(parts.head, group: nil)
                return
            }
            guard !parts.head.isEmpty, !name.isEmpty else { return nil }
            self = .route(name, group: parts.head)
        default: return nil
        }
    }

    private static func parts(of text: Substring, at mark: UInt8) -> (head: String, tail: String?) {
        guard let index = text.utf8.firstIndex(of: mark) else { return (String(text), nil) }
        return (String(text[..<index]), String(text[text.utf8.index(after: index)...]))
    }

    /// Returns whether the choice chooses a route; texts are compared byte by byte.
    package func covers(_ route: Route) -> Bool {
        func equal(_ one: String?, _ other: String) -> Bool {
            one?.utf8.elementsEqual(other.utf8) ?? false
        }
        switch self {
        case .group(let group): return equal(route.group, group)
        case .label(let key, let value):
            guard let own = route.labels[key] else { return false }
            return value.map { equal(own, $0) } ?? true
        case .route(let name, let group):
            return equal(route.name, name) && (group.map { equal(route.group, $0) } ?? true)
        }
    }
}
