import RouteDB
package import RouteDBDatabase
import RouteDBRouting

/// Conditions on hits such as `platform=ios` or `label:owner=growth`, which must all hold; of several on one
/// field, one of them.
package struct ReportConditions: Hashable, Sendable {
    /// A property of the route that answered a hit, as the registry has it now.
    enum RouteProperty: Hashable, Sendable {
        case route, target, group
        case label(String)
    }

    /// A field that a condition is on.
    private enum Field: Hashable {
        case outcome, namespace
        case route(RouteProperty)
        case hit(HitField)
    }

    private static let words: [(name: String, field: Field)] = [
        ("outcome", .outcome), ("route", .route(.route)), ("target", .route(.target)),
        ("group", .route(.group)), ("namespace", .namespace), ("kind", .hit(.text(.kind))),
        ("status", .hit(.status)), ("platform", .hit(.platform)), ("bot", .hit(.bot)),
        ("principal", .hit(.text(.principal))), ("referrer", .hit(.text(.referrer))),
        ("url", .hit(.url)), ("host", .hit(.host)),
    ]
    private static let keyed: [(prefix: String, field: @Sendable (String) -> Field)] = [
        ("label:", { .route(.label($0)) }), ("query:", { .hit(.query($0)) }),
        ("context:", { .hit(.context($0)) }),
    ]

    /// The names of the fields, for people.
    package static let names =
        (words.map(\.name) + keyed.dropLast().map { $0.prefix + "KEY" }).joined(separator: ", ")
        + " or context:KEY"

    private var texts: [Field: Set<String>] = [:]
    /// The outcomes that hits must have one of; `nil` for any.
    private(set) var outcomes: Set<Resolution.Outcome>?

    /// Reads conditions, each written as `FIELD=VALUE`.
    package init(_ texts: [String]) throws(RouteDBError) {
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let field = Self.field(String(parts[0])) else {
                throw RouteDBError(
                    .invalidValue, "\(text.excerpt) is not a condition on a field of hits.",
                    hint: NameSuggestion.didYouMean(
                        String(parts[0]), among: Self.words.map(\.name))
                        ?? "Write FIELD=VALUE, where FIELD is \(Self.names).")
            }
            self.texts[field, default: []].insert(String(parts[1]))
        }
        if let words = self.texts[.outcome] { outcomes = try Self.outcomes(words) }
    }

    private static func field(_ name: String) -> Field? {
        let keyed = keyed.first {
            name.hasPrefix($0.prefix) && name.utf8.count > $0.prefix.utf8.count
        }
        return keyed.map { $0.field(String(name.dropFirst($0.prefix.count))) }
            ?? words.first { $0.name == name }?.field
    }

    private static func outcomes(
        _ words: Set<String>
    ) throws(RouteDBError) -> Set<Resolution.Outcome> {
        var outcomes: Set<Resolution.Outcome> = []
        for word in words {
            guard let outcome = Resolution.Outcome(rawValue: word) else {
                let all = Resolution.Outcome.allCases.map(\.rawValue)
                throw RouteDBError(
                    .invalidValue, "\(word.excerpt) is not an outcome.",
                    hint: NameSuggestion.hint(for: word, among: all))
            }
            outcomes.insert(outcome)
        }
        return outcomes
    }

    /// The conditions that the hits themselves meet or not.
    var fields: [FieldCondition] {
        texts.compactMap { field, texts in
            if case .hit(let field) = field { FieldCondition(field, texts) } else { nil }
        }
    }

    /// True if a condition names routes, which need not have hits.
    package var namesRoutes: Bool { texts[.route(.route)] != nil }

    /// Returns the namespaces that hits must be of; `nil` for all.
    func namespaces(
        in snapshot: RegistrySnapshot
    ) throws(RouteDBError) -> Set<NamespaceID>? {
        guard let names = texts[.namespace] else { return nil }
        var namespaces: Set<NamespaceID> = []
        for name in names { namespaces.insert(try snapshot.namespace(named: name).id) }
        return namespaces
    }

    /// Returns the routes that hits must be of; `nil` for all.
    func routes(in snapshot: RegistrySnapshot) throws(RouteDBError) -> Set<RouteID>? {
        var routes: Set<RouteID>?
        for case (.route(let property), let texts) in texts {
            let found = try Self.routes(property, texts, in: snapshot)
            routes = routes?.intersection(found) ?? found
        }
        return routes
    }

    private static func routes(
        _ property: RouteProperty, _ texts: Set<String>, in snapshot: RegistrySnapshot
    ) throws(RouteDBError) -> Set<RouteID> {
        if property == .route {
            var routes: Set<RouteID> = []
            for text in texts { routes.insert(try snapshot.hitRoute(RouteReference(text))) }
            return routes
        }
        // A route without a group or label has an empty one, as the rows of reports do.
        return Set(
            snapshot.routes.filter { route in
                switch property {
                case .target: texts.contains(route.target)
                case .group: texts.contains(route.group ?? "")
                case .label(let key): texts.contains(route.labels[key] ?? "")
                case .route: false
                }
            }.map(\.id))
    }
}

extension RegistrySnapshot {
    /// Returns the id of a route that hits may have: one that is gone can be given by its number.
    func hitRoute(_ reference: RouteReference) throws(RouteDBError) -> RouteID {
        do throws(RouteDBError) {
            return try route(reference).id
        } catch {
            var number = reference.idInPlaceOfName
            if case .id(let id) = reference.key { number = id }
            if let number, reference.namespace == nil { return number }
            throw error
        }
    }
}
