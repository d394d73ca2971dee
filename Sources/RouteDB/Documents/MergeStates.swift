import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// The states that a merge compares, to describe the items in conflict as differences do.
final class MergeStates {
    private let writers: [RegistryItemWriter]
    /// The routes of each state, the newest first.
    private let routes: [RouteIndex]
    private let namespaces: [NamespaceID: String]
    /// The items of a kind in each state, by key.
    private var items: [RegistryChange.Kind: [[RegistryItem.Key: RegistryItem]]] = [:]

    init(base: RegistrySnapshot, theirs: RegistrySnapshot, now: RegistrySnapshot) {
        let states = [theirs, base, now]
        let names = RegistryDiff.names(states.flatMap(\.namespaces))
        let routes = states.reversed().map { RouteIndex($0.routes) }
        (namespaces, self.routes) = (names, routes)
        writers = states.map { snapshot in
            RegistryItemWriter(
                snapshot: snapshot,
                namespaceName: { names[$0] ?? "#\($0.rawValue)" },
                routeName: { id in
                    routes.route(withID: id).map { $0.numberedLabel(in: names[$0.namespace]) }
                        ?? "#\(id.rawValue)"
                })
        }
    }

    /// The item on the other side, in the base, and now.
    private func states(
        _ item: MergedItem
    ) -> (theirs: RegistryItem?, base: RegistryItem?, now: RegistryItem?) {
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

    private static func kind(of item: MergedItem) -> RegistryChange.Kind {
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

    /// The change that taking the other side would make to the fields in conflict.
    func change(_ item: MergedItem) -> RegistryChange {
        let (theirs, base, now) = states(item)
        let (old, new) = (now?.fields ?? [:], theirs?.fields ?? [:])
        let keys = old.members.map(\.key) + new.members.map(\.key).filter { old[$0] == nil }
        let changed = keys.filter { !Self.areSame(old[$0], new[$0]) }
        let touched = changed.filter { name in
            let value = base?.fields[name]
            return !Self.areSame(value, old[name]) && !Self.areSame(value, new[name])
        }
        let isUntouched = now?.fields.description == base?.fields.description
        // What this side alone changed would stay.
        let names =
            touched.isEmpty && !isUntouched
            ? changed.filter { !Self.areSame(new[$0], base?.fields[$0]) } : touched
        let known = now ?? theirs ?? base
        return RegistryChange(
            kind: Self.kind(of: item),
            outcome: now == nil ? .added : theirs == nil ? .removed : .changed,
            label: known?.label ?? item.table, id: item.texts.isEmpty ? item.number : nil,
            scope: known?.scope,
            fields: names.map { .init(name: $0, old: old[$0], new: new[$0]) })
    }

    /// Compares the bytes of values.
    private static func areSame(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        (left?.description).map { Array($0.utf8) } == (right?.description).map { Array($0.utf8) }
    }

    /// The values of fields in the base.
    func base(_ item: MergedItem, _ fields: [RegistryChange.Field]) -> JSONObject {
        let base = states(item).base?.fields
        return fields.reduce(into: [:]) { $0[$1.name] = base?[$1.name] }
    }

    /// The names by which users may call an item.
    func names(of item: MergedItem, label: String) -> Set<String> {
        switch Self.kind(of: item) {
        case .namespace:
            return [label, namespaces[NamespaceID(rawValue: item.number)] ?? label]
        case .route:
            guard let route = routes.route(withID: RouteID(rawValue: item.number)) else {
                return [label]
            }
            let namespace = namespaces[route.namespace] ?? ""
            let short = [
                route.name, route.qualifiedName, route.pattern == nil ? nil : route.patternText,
            ].compactMap(\.self)
            return Set([label, "#\(item.number)"] + short + short.map { "\(namespace):\($0)" })
        default: return [label]
        }
    }

    /// The name of an item for display.
    func label(_ item: MergedItem) -> String {
        let (theirs, base, now) = states(item)
        return (now ?? theirs ?? base)?.label ?? "\(item.table) \(item.number)"
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
