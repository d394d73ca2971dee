import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// The routes of a document by what names them, with what was done with each.
struct MentionedRoutes {
    /// The route that a mention leads to.
    enum Found {
        /// A route of the registry.
        case route(RouteID)
        /// A route of the document that was skipped: the registry has a different one.
        case skipped
        /// A route of the document that could not be added, or is outside the part.
        case leftOut
    }

    private struct Entry {
        let route: ImportedRoute
        let outcome: EditOutcome<RouteID>?
    }

    private var entries: [Entry] = []
    /// The routes of the registry in whose place those of the document were skipped.
    private var skipped: Set<RouteID> = []
    private var byName: [TextKey: [Int]] = [:]
    private var byPattern: [TextKey: [Int]] = [:]
    private var byAnchor: [TextKey: [Int]] = [:]

    init(
        _ routes: [RegistryDocument.Entry<ImportedRoute>]?, _ outcomes: [EditOutcome<RouteID>?]
    ) {
        for (entry, outcome) in zip(routes ?? [], outcomes) {
            guard case .item(let route, _) = entry else { continue }
            let index = entries.count
            entries.append(Entry(route: route, outcome: outcome))
            if case .skipped(let other)? = outcome { skipped.insert(other) }
            if let name = route.draft.name { byName[TextKey(name), default: []].append(index) }
            if let pattern = route.draft.pattern {
                byPattern[TextKey(pattern), default: []].append(index)
            }
            if let anchor = route.anchor { byAnchor[TextKey(anchor), default: []].append(index) }
        }
    }

    /// Finds a route of the document, else one of the registry.
    func find(
        _ mention: RouteMention, with editor: RegistryEditor
    ) throws(RouteDBError) -> Found {
        let found = indices(of: mention)
        guard let first = found.first else { return try live(mention, with: editor) }
        let outcome = entries[first].outcome
        for index in found.dropFirst() where entries[index].outcome?.item != outcome?.item {
            throw RouteDBError(
                .nameAmbiguous,
                "\(mention.sentence) is ambiguous: \(found.count) routes of the document match it.",
                hint: "Name the route, or write \"\(RouteMention.anchorKey)\": \"x\" on its line"
                    + " and {\"\(RouteMention.anchorKey)\": \"x\"} here.")
        }
        return switch outcome {
        case .added(let id)?, .replaced(let id)?, .unchanged(let id)?: .route(id)
        case .skipped?: .skipped
        case nil: .leftOut
        }
    }

    private func indices(of mention: RouteMention) -> [Int] {
        switch mention {
        case .name(let name, let group, let namespace):
            inside(namespace, byName[TextKey(name)]).filter {
                Self.areSame(entries[$0].route.draft.group, group)
            }
        case .reference(let reference):
            switch reference.key {
            case .id: []
            case .name(let name, let group):
                inside(reference.namespace, byName[TextKey(name)]).filter {
                    group == nil || Self.areSame(entries[$0].route.draft.group, group)
                }
            case .pattern(let text): inside(reference.namespace, byPattern[TextKey(text)])
            }
        case .pattern(let text, let kind, let namespace):
            inside(namespace, byPattern[TextKey(text)]).filter {
                RouteKind.areSame(entries[$0].route.draft.kind, kind)
            }
        case .anchor(let anchor): byAnchor[TextKey(anchor)] ?? []
        }
    }

    private func inside(_ namespace: String?, _ indices: [Int]?) -> [Int] {
        guard let namespace else { return indices ?? [] }
        return (indices ?? []).filter {
            Self.areSame(entries[$0].route.draft.namespace, namespace)
        }
    }

    private func live(
        _ mention: RouteMention, with editor: RegistryEditor
    ) throws(RouteDBError) -> Found {
        let ids: [RouteID] =
            switch mention {
            case .name(let name, let group, let namespace):
                try editor.ids(named: name, group: group, in: namespace)
            case .reference(let reference): [try editor.id(of: reference)]
            case .pattern(let text, let kind, let namespace):
                try editor.ids(ofPattern: text, kind: kind, in: namespace)
            case .anchor: []
            }
        guard let id = ids.first else { throw missing(mention) }
        guard ids.count == 1 else {
            throw RouteDBError(
                .nameAmbiguous, "\(mention.sentence) is ambiguous: \(ids.count) routes match it.",
                hint: "Name the namespace too, or list the routes in the document.")
        }
        return skipped.contains(id) ? .skipped : .route(id)
    }

    /// The error for a route that is not there, with the name that one of another group has.
    private func missing(_ mention: RouteMention) -> RouteDBError {
        var other: String?
        if case .name(let name, group: _, let namespace) = mention,
            let index = inside(namespace, byName[TextKey(name)]).first
        {
            other = RouteMention.name(name, entries[index].route.draft.group, namespace)
        }
        return RouteDBError(
            .routeNotFound, "No route matches \(mention.text).",
            hint: other.map(NameSuggestion.question)
                ?? "List the route in the document, or remove what refers to it.")
    }

    private static func areSame(_ left: String?, _ right: String?) -> Bool {
        left.map { TextKey($0) } == right.map { TextKey($0) }
    }
}

extension RouteMention {
    /// The mention at the beginning of a sentence.
    fileprivate var sentence: String {
        if case .anchor(let anchor) = self { "The anchor '\(anchor)'" } else { text }
    }
}
