public import RouteDB
import RouteDBRouting

/// Weighs by hits what another file would change: which links open an app, and which stay in the browser.
///
/// Feed it URLs with the number of hits of each, in any order; then read the ``changes``.
public struct AppLinkReplay: Sendable {
    /// The change for a link.
    public enum Change: String, CaseIterable, Sendable {
        /// The link opens the app now, and would stay in the browser.
        case nowClosed = "now-closed"
        /// The link stays in the browser now, and would open the app.
        case newlyOpened = "newly-opened"
    }

    /// Links that change for the same reason.
    public struct Group: Hashable, Sendable {
        /// The change.
        public let change: Change
        /// The app.
        public let app: String
        /// The item that decides in the old file: a component, or `unmatched`, `absent` or `manifest`.
        public let oldItem: String
        /// The item that decides in the new file.
        public let newItem: String
        /// The pattern of the route that answers the links; `nil` if none does.
        public let route: String?
        /// The number of hits.
        public internal(set) var hits: Int64 = 0
        /// The first URLs, each once.
        public internal(set) var examples: [String] = []
    }

    /// The number of hits on links of the web.
    public private(set) var total: Int64 = 0
    /// The number of hits on other URLs, such as those with a scheme of an app.
    public private(set) var others: Int64 = 0
    /// The number of hits that change for an app or several; each hit counts once.
    public private(set) var changed: Int64 = 0
    /// The number of calls that counted a link of the web.
    package private(set) var recorded: Int64 = 0
    private var groups: [GroupKey: Group] = [:]
    private var known: [[UInt8]: [GroupKey]] = [:]

    private let files: (old: AppLinkFile, new: AppLinkFile)
    /// The manifests that limit the files.
    private var limits: (old: AndroidManifest?, new: AndroidManifest?)
    private let apps: [String]
    private let apiLevel: Int
    private let table: RoutingTable
    private let exampleLimit: Int

    /// How many URLs are remembered with their answer.
    private static let memory = 100_000
    /// How many groups are told apart by their route.
    private static let groupLimit = 10_000

    private struct GroupKey: Hashable {
        let change: Change
        let app: String
        let oldItem: String
        let newItem: String
        let route: String?
    }

    /// Prepares to weigh.
    ///
    /// - Parameters:
    ///   - old: The file that devices have.
    ///   - new: The file that would replace it.
    ///   - snapshot: The routes, by which links are grouped.
    ///   - apiLevel: The level of Android's API.
    ///   - manifest: The manifest of the app, if both files are `assetlinks.json`: then a link opens the
    ///     app if the manifest says so too.
    ///   - exampleLimit: The largest number of examples of a group.
    /// - Throws: `invalidInput` if a manifest is given, and a file is not `assetlinks.json`, or does not
    ///   name the app of the manifest.
    public init(
        from old: AppLinkFile, to new: AppLinkFile, routes snapshot: RegistrySnapshot,
        apiLevel: Int = 35, manifest: AppLinkFile? = nil, exampleLimit: Int = 3
    ) throws(RouteDBError) {
        files = (old, new)
        limits = (nil, nil)
        if let manifest {
            limits = (try old.limit(by: manifest), try new.limit(by: manifest))
        }
        apps = old.apps + new.apps.filter { !old.apps.contains($0) }
        self.apiLevel = apiLevel
        self.exampleLimit = exampleLimit
        table = RoutingTable(snapshot)
    }

    /// Counts the hits of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL, or its path; one that is not of the web is counted in ``others``.
    ///   - hits: The number of its hits.
    /// - Complexity: At most the size of both files times the length of the URL, once for each of up to
    ///   100,000 URLs.
    public mutating func add(_ url: some Collection<UInt8>, hits: Int64) {
        let bytes = Array(url)
        let text = String(decoding: bytes, as: UTF8.self)
        let link = LinkURL(text)
        // Logs may leave out the host, which only manifests compare.
        let isPath = link.scheme.isEmpty && link.host == nil && link.path.first == UInt8(ascii: "/")
        guard bytes.count <= AppLinkFile.urlLimit, link.isWeb || isPath else {
            others = others.addingReportingOverflow(hits).partialValue
            return
        }
        total = total.addingReportingOverflow(hits).partialValue
        recorded &+= 1
        let keys = known[bytes] ?? changes(text)
        if known[bytes] == nil, known.count < Self.memory { known[bytes] = keys }
        if !keys.isEmpty { changed = changed.addingReportingOverflow(hits).partialValue }
        for key in keys {
            var group = groups[
                key,
                default: Group(
                    change: key.change, app: key.app, oldItem: key.oldItem, newItem: key.newItem,
                    route: key.route)]
            group.hits = group.hits.addingReportingOverflow(hits).partialValue
            if group.examples.count < exampleLimit, !group.examples.contains(text) {
                group.examples.append(text)
            }
            groups[key] = group
        }
    }

    private func changes(_ url: String) -> [GroupKey] {
        let old = answers(files.old, limits.old, url)
        let new = answers(files.new, limits.new, url)
        return apps.compactMap { app in
            let absent = (opens: false, item: "absent")
            let (old, new) = (old[app] ?? absent, new[app] ?? absent)
            guard old.opens != new.opens else { return nil }
            return GroupKey(
                change: old.opens ? .nowClosed : .newlyOpened, app: app, oldItem: old.item,
                newItem: new.item, route: groups.count < Self.groupLimit ? route(url) : nil)
        }
    }

    /// Returns, for each app, whether a file opens it and the item that decides that.
    private func answers(
        _ file: AppLinkFile, _ limit: AndroidManifest?, _ url: String
    ) -> [String: (opens: Bool, item: String)] {
        var answers: [String: (opens: Bool, item: String)] = [:]
        for answer in file.answers(LinkURL(url), apiLevel: apiLevel, limit: limit) {
            let last = answer.steps.last { $0.verdict != .refused }
            let decider = answer.outcome == .manifest ? nil : last?.item
            let opens = answer.outcome == .opens || answer.outcome == .manifest
            answers[answer.name] = (opens, decider ?? answer.outcome.rawValue)
        }
        return answers
    }

    private func route(_ url: String) -> String? {
        var match = RouteMatch()
        guard case .matched = table.match(url, into: &match) else { return nil }
        return table.route(of: match).pattern?.description
    }

    /// The number of hits that change in some way.
    public func hits(_ change: Change) -> Int64 {
        groups.values.reduce(0) {
            $1.change == change ? $0.addingReportingOverflow($1.hits).partialValue : $0
        }
    }

    /// The changes, those of links that no longer open the app first, then by hits.
    public var changes: [Group] {
        groups.values.sorted { one, other in
            if one.change != other.change { return one.change == .nowClosed }
            if one.hits != other.hits { return one.hits > other.hits }
            return [one.app, one.oldItem, one.newItem, one.route ?? ""]
                .lexicographicallyPrecedes(
                    [other.app, other.oldItem, other.newItem, other.route ?? ""])
        }
    }
}
