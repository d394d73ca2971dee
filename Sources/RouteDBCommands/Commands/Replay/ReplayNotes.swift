import RouteDB

/// What hits cannot tell, and registries ask for.
enum ReplayNotes {
    /// What a reader of the report should know of the registries.
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

    /// Code for converters that leave it to code, which is not here: they would take nothing, and
    /// hide what is behind them.
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
