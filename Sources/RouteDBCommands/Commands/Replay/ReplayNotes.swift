import RouteDB

/// Notes about what registries depend on but hits do not record.
enum ReplayNotes {
    /// Returns the notes for two registries.
    static func lines(_ old: RegistrySnapshot, _ new: RegistrySnapshot) -> [String] {
        var notes: [String] = []
        if (old.accessRules + new.accessRules).contains(where: \.asksForMoreThanHits) {
            notes.append(
                "access rules depend on roles, claims or context, which hits do not have: they"
                    + " are evaluated as for requests without them")
        }
        let codes = coded([old, new]).sorted()
        if !codes.isEmpty {
            notes.append(
                "converters implemented in code accept any text here: "
                    + codes.map(PlainText.shown).joined(separator: ", "))
        }
        return notes
    }

    /// Returns stand-ins for converters implemented in code, which is not available here: without
    /// them, their routes would match nothing and hide the routes after them.
    static func converters(
        _ old: RegistrySnapshot, _ new: RegistrySnapshot
    ) -> [String: ConverterFunction] {
        let takeAny: ConverterFunction = { .string($0) }
        return Dictionary(uniqueKeysWithValues: coded([old, new]).map { ($0, takeAny) })
    }

    private static func coded(_ snapshots: [RegistrySnapshot]) -> Set<String> {
        Set(snapshots.flatMap(\.converters).filter { $0.rule == .code }.map(\.name))
    }
}
