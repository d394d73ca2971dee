import RouteDB
import RouteDBRouting

/// The components of an app, as the globs of a platform say which links its routes answer.
struct GlobList {
    private(set) var components: [GlobComponent] = []
    private let language: GlobLanguage
    private var seen: Set<GlobComponent> = []
    /// The paths that answer links with a slash at the end, whatever it follows.
    private let slashed: [ChosenPath]

    /// Writes the components of some paths.
    init(_ paths: ChosenPaths, of links: LinkedRoutes, for platform: LinkedApp.Platform) {
        language = GlobLanguage(platform: platform, slashes: links.slashes)
        slashed = paths.includes.filter { $0.path.endsInSlash == nil }
        if links.readsFragmentAsPath { add(Self.fragments(on: platform)) }
        if links.readsQueryAsPath { add(Self.queries(on: platform)) }
        let isEmpty = components.count
        for step in LinkOrder(paths, for: platform).steps {
            switch step {
            case .include(let path): add(path, isExclude: false)
            case .exclude(let path): add(path, isExclude: true)
            case .excludeDeeper(let count):
                add(
                    GlobComponent(
                        path: language.deeper(than: count), isExclude: true,
                        comment:
                            "more than \(NumberText.counted(count, "segment"))"))
            }
        }
        // An empty list would leave all to the manifest (D9).
        if components.count == isEmpty {
            components = []
            add(GlobComponent(path: "*", isExclude: true, comment: "no route opens the app"))
        }
    }

    /// Excludes all links with a fragment.
    private static func fragments(on platform: LinkedApp.Platform) -> GlobComponent {
        GlobComponent(
            path: "*", fragment: platform == .ios ? "?*" : "*", isExclude: true,
            comment: "a fragment is a part of the path")
    }

    /// Excludes all links with a query; on Android, those with an item that has a value.
    private static func queries(on platform: LinkedApp.Platform) -> GlobComponent {
        var component = GlobComponent(
            path: "*", isExclude: true, comment: "a query is a part of the path")
        if platform == .ios {
            component.wholeQuery = "?*"
        } else {
            component.query = [.init(name: "*", pattern: "*")]
        }
        return component
    }

    private mutating func add(_ component: GlobComponent) {
        if seen.insert(component.rule).inserted { components.append(component) }
    }

    private mutating func add(_ chosen: ChosenPath, isExclude: Bool) {
        let path = chosen.path
        let isDecoded = language.platform == .android || path.needsDecoding
        guard let queries = try? language.queries(of: path, isDecoded: isDecoded) else { return }
        for query in queries {
            for pattern in language.patterns(of: path, isDecoded: query.isDecoded) {
                var component = GlobComponent(
                    path: pattern, query: query.items, isExclude: isExclude,
                    comment: chosen.comment)
                if path.hasLetters { component.isCaseSensitive = !path.foldsCase }
                if path.needsDecoding || path.forbidsDecoding || !query.isDecoded && isDecoded {
                    component.isPercentEncoded = !query.isDecoded
                }
                if !isExclude, let bare = language.bareEnd(of: pattern, of: path),
                    !answersBareEnd(of: path)
                {
                    add(
                        GlobComponent(
                            path: bare, isExclude: true, comment: "nothing after the slash"))
                }
                add(component)
            }
        }
    }

    /// Returns whether a path may answer the links of another one without their last segment, and with the
    /// slash before it.
    private func answersBareEnd(of path: LinkedPath) -> Bool {
        let bare = Array(path.segments.dropLast())
        return slashed.contains { ChosenPath.mayMeet($0.path.segments, bare) }
    }
}
