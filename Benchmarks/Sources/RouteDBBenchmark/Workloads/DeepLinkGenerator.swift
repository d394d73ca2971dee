/// Generates the routes of an application with several schemes and hosts.
///
/// 39% of the routes are static; the others have parameters, typed ones, mixed segments or a
/// tail; 3% have an optional group, 5% a priority. No two routes match exactly the same URLs.
struct DeepLinkGenerator {
    private var random: SeededGenerator
    private let schemes: [String]
    private let hosts: [String]
    private let vocabulary: [String]

    static let nouns = [
        "account", "album", "article", "basket", "booking", "camera", "card", "cart", "category",
        "channel", "chat", "checkout", "comment", "contact", "coupon", "course", "device",
        "document", "event", "favorites", "feed", "file", "friend", "gallery", "game", "gift",
        "group", "help", "history", "home", "image", "inbox", "invoice", "item", "lesson",
        "library", "list", "live", "location", "login", "map", "media", "member", "message",
        "movie", "news", "note", "offer", "order", "page", "parcel", "payment", "photo", "player",
        "playlist", "post", "product", "profile", "project", "promo", "rating", "receipt",
        "refund", "report", "review", "room", "search", "season", "seller", "settings", "share",
        "shop", "song", "station", "stats", "store", "story", "support", "task", "team",
        "ticket", "topic", "track", "transfer", "trip", "user", "video", "wallet", "wishlist",
    ]
    private static let qualifiers = [
        "active", "all", "archived", "daily", "draft", "edit", "featured", "latest", "monthly",
        "new", "open", "pending", "popular", "preview", "public", "recent", "saved", "top",
    ]
    private static let names = ["id", "name", "slug", "key", "ref", "code", "tag", "kind"]

    /// Makes a generator for about so many routes.
    init(count: Int, seed: UInt64) {
        random = SeededGenerator(seed: seed)
        // 3 schemes of 3 hosts for a hundred routes, 16 of 40 for a hundred thousand.
        let (schemeCount, hostCount) =
            switch count {
            case ...200: (3, 3)
            case ...2_000: (5, 8)
            case ...20_000: (9, 20)
            default: (16, 40)
            }
        schemes = (0..<schemeCount).map { $0 == 0 ? "https" : "app\($0)" }
        hosts = (0..<hostCount).map { "\(Self.nouns[$0 * 2])\($0).example.com" }
        vocabulary =
            Self.nouns
            + Self.nouns.flatMap { noun in
                Self.qualifiers.flatMap { ["\(noun)-\($0)", "\(noun)_\($0)"] }
            }
    }

    /// Generates routes.
    mutating func routes(_ count: Int) -> [RouteSketch] {
        var routes: [RouteSketch] = []
        var seen: Set<String> = []
        while routes.count < count {
            let route = route()
            let shapes = route.shapes
            guard seen.isDisjoint(with: shapes) else { continue }
            seen.formUnion(shapes)
            routes.append(route)
        }
        return routes
    }

    private mutating func route() -> RouteSketch {
        let depth = 1 + random.below(5)
        var segments = (0..<depth).map { SegmentSketch.literal(literal(atDepth: $0)) }
        if !random.percent(39) {
            // Parameters stand behind a literal, as a rule.
            let first = depth == 1 || random.percent(5) ? 0 : 1
            for index in first..<depth where random.percent(index == depth - 1 ? 70 : 35) {
                segments[index] = variable(index, isLast: index == depth - 1)
            }
            if segments.allSatisfy(\.isLiteral) {
                segments[depth - 1] = variable(depth - 1, isLast: true)
            }
        }
        var route = RouteSketch(
            scheme: random.pick(schemes), host: random.pick(hosts), segments: segments)
        let hasTail = segments.last.map { $0.shape == "**" } ?? false
        if random.percent(3) && !hasTail {
            route.optional = [[.literal(random.pick(Self.qualifiers)), .int("page")]]
        }
        if random.percent(5) { route.priority = Int32(random.below(20)) - 10 }
        return route
    }

    /// Common words near the root, rare ones below, so that routes share prefixes.
    private mutating func literal(atDepth depth: Int) -> String {
        random.percent(depth < 2 ? 70 : 40) ? random.pick(Self.nouns) : random.pick(vocabulary)
    }

    private mutating func variable(_ index: Int, isLast: Bool) -> SegmentSketch {
        let name = "\(random.pick(Self.names))\(index)"
        // At the root, what takes any text would leave no misses.
        switch index == 0 ? 45 + random.below(47) : random.below(100) {
        case ..<45: return .text(name)
        case ..<63: return .int(name)
        case ..<73: return .uuid(name)
        case ..<80: return .mixed(prefix: "id-", name: name, suffix: "")
        case ..<87: return .mixed(prefix: "", name: name, suffix: ".json")
        case ..<92: return .pair("first\(index)", "last\(index)")
        case ..<96: return isLast ? .catchAll : .text(name)
        default: return isLast ? .rest(name) : .text(name)
        }
    }
}
