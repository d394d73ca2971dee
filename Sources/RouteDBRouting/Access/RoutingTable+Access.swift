extension RoutingTable {
    /// Whether any access rule depends on the time of requests.
    public var asksForTime: Bool { access?.asksForTime ?? false }

    /// The names of time zones that access rules use but the table does not have.
    ///
    /// A rule with such a zone cannot evaluate times: an allow rule then does not apply, and any
    /// other rule does.
    public var missingZones: [String] {
        guard let access else { return [] }
        var names: Set<String> = []
        for rule in access.rules {
            for case .window(let window) in rule.conditions.lazy.map(\.test)
            where access.zones[window.zone] == nil {
                names.insert(window.zone)
            }
        }
        return names.sorted()
    }
}
