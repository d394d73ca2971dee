extension RoutingTable {
    /// Whether an access rule asks for the time of requests.
    public var asksForTime: Bool { access?.asksForTime ?? false }

    /// The time zones that access rules name and the table does not have, by name.
    ///
    /// A rule with such a zone cannot tell the time: it does not apply if it allows, and applies
    /// otherwise.
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
