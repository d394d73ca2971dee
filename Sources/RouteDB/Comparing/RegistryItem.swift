import RouteDBRouting

/// One thing that a registry holds, as named fields: what comparing and digesting go by.
struct RegistryItem {
    /// What makes a thing the same thing in two snapshots.
    struct Key: Hashable {
        let kind: RegistryChange.Kind
        /// The id of the thing, or of the namespace that it stands in.
        var number: Int64 = 0
        /// Further texts, as bytes.
        var texts: [[UInt8]] = []
    }

    let key: Key
    /// What a person calls the thing.
    let label: String
    /// The routes that it is about.
    var scope: RouteScope?
    /// What the thing says, by the names of the fields; what it does not say is not there.
    let fields: JSONObject

    /// Whether the item comes before another by label; what has equal labels has other texts.
    func precedes(_ other: RegistryItem) -> Bool {
        guard label.utf8.elementsEqual(other.label.utf8) else {
            return label.utf8.lexicographicallyPrecedes(other.label.utf8)
        }
        return key.texts.lexicographicallyPrecedes(other.key.texts) { left, right in
            left.lexicographicallyPrecedes(right)
        }
    }
}
