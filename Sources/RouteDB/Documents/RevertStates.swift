import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// The states that a revert compares, to describe the items in conflict as differences do.
final class RevertStates {
    private let writers: [RegistryItemWriter]
    private let routes: [RouteID: Route]
    private let namespaces: [NamespaceID: String]
    /// The items of a kind in each state, by key.
    private var items: [RegistryChange.Kind: [[RegistryItem.Key: RegistryItem]]] = [:]

    /// The most items that a reason lists.
    private static let listed = 3

    init(before: RegistrySnapshot, after: RegistrySnapshot, now: RegistrySnapshot) {
        let states = [before, after, now]
        let names = RegistryDiff.names(states.flatMap(\.namespaces))
        let routes = RegistryDiff.routes(states.flatMap(\.routes))
        (namespaces, self.routes) = (names, routes)
        writers = states.map { snapshot in
            RegistryItemWriter(
                snapshot: snapshot,
                namespaceName: { names[$0] ?? "#\($0.rawValue)" },
                routeName: { id in
                    routes[id].map { $0.numberedLabel(in: names[$0.namespace]) }
                        ?? "#\(id.rawValue)"
                })
        }
    }

    /// The item before the revisions, after them, and now.
    private func states(
        _ item: RevertedItem
    ) -> (before: RegistryItem?, after: RegistryItem?, now: RegistryItem?) {
        let key = RegistryItem.Key(
            kind: Self.kind(of: item), number: item.number, texts: item.texts)
        if items[key.kind] == nil {
            items[key.kind] = writers.map { writer in
                Dictionary(
                    writer.items(key.kind).map { ($0.key, $0) },
                    uniquingKeysWith: { first, _ in first })
            }
        }
        let found = items[key.kind]?.map { $0[key] } ?? [nil, nil, nil]
        return (found[0], found[1], found[2])
    }

    private static func kind(of item: RevertedItem) -> RegistryChange.Kind {
        switch item.table {
        case "namespace": .namespace
        case "default_value": .defaultValue
        case "converter": .converter
        case "access_rule": .accessRule
        case "suppression": .suppression
        case "test_case": .testCase
        case "app": .app
        default: .route
        }
    }

    /// The change that taking an item back would make to the fields in conflict.
    func change(_ item: RevertedItem) -> RegistryChange {
        let (before, after, now) = states(item)
        let (old, new) = (now?.fields ?? [:], before?.fields ?? [:])
        let keys = old.members.map(\.key) + new.members.map(\.key).filter { old[$0] == nil }
        let changed = keys.filter { !Self.areSame(old[$0], new[$0]) }
        let touched = changed.filter { name in
            let value = after?.fields[name]
            return !Self.areSame(value, old[name]) && !Self.areSame(value, new[name])
        }
        let isUntouched = now?.fields.description == after?.fields.description
        // What later edits alone changed would not go back.
        let names =
            touched.isEmpty && !isUntouched
            ? changed.filter { !Self.areSame(new[$0], after?.fields[$0]) } : touched
        let known = now ?? before ?? after
        return RegistryChange(
            kind: Self.kind(of: item),
            outcome: now == nil ? .added : before == nil ? .removed : .changed,
            label: known?.label ?? item.table, id: item.texts.isEmpty ? item.number : nil,
            scope: known?.scope,
            fields: names.map { .init(name: $0, old: old[$0], new: new[$0]) })
    }

    /// Compares the bytes of values.
    private static func areSame(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        (left?.description).map { Array($0.utf8) } == (right?.description).map { Array($0.utf8) }
    }

    /// The values of fields after the revisions.
    func undone(_ item: RevertedItem, _ fields: [RegistryChange.Field]) -> JSONObject {
        let after = states(item).after?.fields
        return fields.reduce(into: [:]) { $0[$1.name] = after?[$1.name] }
    }

    /// The names by which users may call an item.
    func names(of item: RevertedItem, label: String) -> Set<String> {
        switch Self.kind(of: item) {
        case .namespace:
            return [label, namespaces[NamespaceID(rawValue: item.number)] ?? label]
        case .route:
            guard let route = routes[RouteID(rawValue: item.number)] else { return [label] }
            let namespace = namespaces[route.namespace] ?? ""
            let grouped = route.name.map { name in route.group.map { "\($0)/\(name)" } ?? name }
            let short = [
                route.name, grouped, route.pattern == nil ? nil : route.patternText,
            ].compactMap(\.self)
            return Set([label, "#\(item.number)"] + short + short.map { "\(namespace):\($0)" })
        default: return [label]
        }
    }

    /// A cause as a word and as a part of a sentence.
    func words(for cause: RevertConflict.Cause) -> (word: String, reason: String) {
        switch cause {
        case .changed: ("changed", "changed since")
        case .removed: ("removed", "removed since")
        case .used(let items): ("used", "has \(list(items)), added since")
        case .needed(let item): ("needed", "needed by \(label(item))")
        case .missing(let item): ("missing", "needs \(label(item)), which is gone")
        case .taken(let item): ("taken", "clashes with \(label(item))")
        case .cycle: ("cycle", "the fallbacks would form a cycle")
        case .invalid(let message):
            ("invalid", "invalid together with later edits: \(message.withoutFullStop)")
        }
    }

    private func list(_ items: [RevertedItem]) -> String {
        let shown = items.prefix(Self.listed).map(label).joined(separator: ", ")
        return items.count > Self.listed ? "\(shown) and \(items.count - Self.listed) more" : shown
    }

    private func label(_ item: RevertedItem) -> String {
        let (before, after, now) = states(item)
        return (now ?? before ?? after)?.label ?? "\(item.table) \(item.number)"
    }
}

extension RegistryItemWriter {
    /// The items of a kind.
    fileprivate func items(_ kind: RegistryChange.Kind) -> [RegistryItem] {
        switch kind {
        case .namespace: namespaces()
        case .route: routes()
        case .defaultValue: defaults()
        case .converter: converters()
        case .accessRule: accessRules()
        case .suppression: suppressions()
        case .testCase: cases()
        case .app: apps()
        }
    }
}

extension String {
    /// The text without the full stop at its end.
    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension RegistryRevert.Conflict {
    /// Returns the conflict as JSON, with hits as those of changes.
    package func object(hits: RouteTraffic.Count?? = nil) -> JSONObject {
        var object: JSONObject = [
            "kind": .string(change.kind.rawValue), "id": change.id.map(JSONValue.int) ?? .null,
            "label": .string(change.label), "cause": .string(cause), "reason": .string(reason),
            "canBeTaken": .bool(canBeTaken),
            "side": side.map { .string($0.rawValue) } ?? .null,
        ]
        object["hits"] = hits.map { $0?.recent.map(JSONValue.int) ?? .null }
        object["hitsEver"] = hits.map { $0?.ever.map(JSONValue.int) ?? .null }
        object["fields"] = .array(
            change.fields.map { field in
                [
                    "name": .string(field.name), "before": field.new ?? .null,
                    "after": undone[field.name] ?? .null, "now": field.old ?? .null,
                ]
            })
        return object
    }

    /// The fields in conflict, a line each: with the value of each side.
    package func lines(_ revisions: ClosedRange<Int64>) -> [String] {
        change.fields.map { field in
            let texts = [field.new, undone[field.name], field.old].map {
                $0?.description ?? "unset"
            }
            return "\(field.name): \(texts[0]) before @\(revisions.lowerBound), \(texts[1]) after"
                + " @\(revisions.upperBound), \(texts[2]) now"
        }
    }
}

extension RouteTraffic {
    /// Returns the hits of the routes that conflicts are about, also of those that are gone.
    package func hits(
        of conflicts: [RegistryRevert.Conflict], in snapshot: RegistrySnapshot
    ) -> [Count?] {
        let counts = hits(of: conflicts.map(\.change), in: snapshot)
        return zip(conflicts, counts).map { conflict, count in
            if case .route(let id)? = conflict.change.scope { hits(of: id) } else { count }
        }
    }
}
