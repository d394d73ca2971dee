import RouteDBRouting

/// An item of a registry as named fields, for comparing and hashing.
struct RegistryItem {
    /// The identity of an item across snapshots.
    struct Key: Hashable {
        let kind: RegistryChange.Kind
        /// The id of the item, or of the namespace or route it belongs to.
        var number: Int64 = 0
        /// What else identifies the item, as UTF-8.
        var texts: [[UInt8]] = []
    }

    let key: Key
    /// The name for display.
    let label: String
    /// The routes that the item applies to.
    var scope: RouteScope?
    /// The values of the fields by name; fields that are not set are absent.
    let fields: JSONObject

    /// Orders items by label, then by the texts of the key, which differ where labels are equal.
    func precedes(_ other: RegistryItem) -> Bool {
        guard label.utf8.elementsEqual(other.label.utf8) else {
            return label.utf8.lexicographicallyPrecedes(other.label.utf8)
        }
        return key.texts.lexicographicallyPrecedes(other.key.texts) { left, right in
            left.lexicographicallyPrecedes(right)
        }
    }
}
