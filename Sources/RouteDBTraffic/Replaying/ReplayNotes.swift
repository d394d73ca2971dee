package import RouteDBRouting

/// Notes about what registries depend on but hits do not record.
package enum ReplayNotes {
    /// Returns the notes for two registries.
    package static func lines(_ old: RegistrySnapshot, _ new: RegistrySnapshot) -> [String] {
        var notes: [String] = []
        let codes = ReplayOptions.codedConverters(of: [old, new]).sorted()
        if !codes.isEmpty {
            notes.append(
                "converters implemented in code accept any text here: "
                    + codes.map(PlainText.shown).joined(separator: ", "))
        }
        return notes
    }
}
