package import RouteDBRouting

extension RegistryDocument {
    /// The places of routes and access rules in the file of a document.
    package struct Places: Sendable {
        private let routes: [RouteID: Origin]
        private let rules: [RuleID: Origin]

        /// Finds the places in a document whose contents, and nothing else, a snapshot has.
        package init(_ document: RegistryDocument?, in snapshot: RegistrySnapshot) {
            routes = Self.origins(snapshot.routes.map(\.id), document?.routes)
            rules = Self.origins(snapshot.accessRules.map(\.id), document?.rules)
        }

        /// The origins of items, which are numbered in the order of the document.
        private static func origins<ID: Hashable, Content>(
            _ ids: [ID], _ entries: [Entry<Content>]?
        ) -> [ID: Origin] {
            let origins = (entries ?? []).compactMap { entry -> Origin? in
                if case .item(_, let origin) = entry { origin } else { nil }
            }
            // A repeated item is one item of the registry.
            guard origins.count == ids.count else { return [:] }
            return Dictionary(zip(ids, origins), uniquingKeysWith: { first, _ in first })
        }

        /// The place of a route; `nil` if it is not known.
        package func place(of route: RouteID) -> InputPlace? { routes[route]?.place(nil) }

        /// The place of an access rule; `nil` if it is not known.
        package func place(of rule: RuleID) -> InputPlace? { rules[rule]?.place(nil) }
    }
}
