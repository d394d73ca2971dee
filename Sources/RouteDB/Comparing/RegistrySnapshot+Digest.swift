public import RouteDBRouting
import RouteDBStorage

extension RegistrySnapshot {
    /// A SHA-256 hash, as 64 hexadecimal digits, of what decides answers: registries with the same
    /// one resolve every request alike.
    ///
    /// It does not depend on ids, on history, on the order of namespaces, bindings, default values
    /// and converters, or on the language that a pattern was written in. It does on the order of
    /// routes, which may decide between them.
    ///
    /// - Complexity: O(*n* log *n*) in what the snapshot holds.
    public var contentDigest: String {
        let names = Dictionary(
            namespaces.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let places = Dictionary(
            routes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let writer = RegistryItemWriter(
            snapshot: self, namespaceName: { names[$0] ?? "" },
            routeName: { places[$0].map(String.init) ?? "" })
        var hash = SHA256()
        let sorted = [writer.namespaces(), writer.defaults(), writer.converters()].map { items in
            items.sorted { $0.precedes($1) }
        }
        for items in sorted { Self.add(items, isLabelled: true, to: &hash) }
        // Their labels hold ids, and their order counts.
        for items in [writer.routes(), writer.accessRules()] {
            Self.add(items, isLabelled: false, to: &hash)
        }
        return hash.hexadecimal()
    }

    private static func add(
        _ items: [RegistryItem], isLabelled: Bool, to hash: inout SHA256
    ) {
        var encoder = CanonicalEncoder()
        for item in items {
            encoder.append(item.key.kind.rawValue)
            if isLabelled {
                encoder.append(item.label)
                for text in item.key.texts { encoder.append(utf8: text) }
            }
            for member in item.fields.members
            where member.key != RegistryItemWriter.writtenField {
                encoder.append(member.key)
                encoder.append(member.value.description)
            }
            // No field has such a name.
            encoder.append("")
        }
        hash.update(encoder.bytes)
    }
}
