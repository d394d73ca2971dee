import RouteDBDatabase
public import RouteDBRouting
import RouteDBStorage

extension RegistrySnapshot {
    /// A SHA-256 hash of everything that affects resolving, as 64 hexadecimal digits.
    ///
    /// Registries with equal digests resolve every request alike. Use it to tell whether two files,
    /// or two revisions, mean the same.
    ///
    /// The digest does not depend on ids, on revisions, on the dialect that a pattern was written
    /// in, on what people say about routes, or on the order of namespaces, bindings, default values
    /// and converters. It does depend on the order of routes, which can decide between them, and of
    /// access rules.
    ///
    /// - Complexity: O(*n* log *n*) in the size of the snapshot.
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
        for item in sorted.joined() { Self.add(item, isLabelled: true, to: &hash) }
        // The labels of routes and rules contain ids, and the order of routes matters.
        for route in routes { Self.add(writer.item(of: route), isLabelled: false, to: &hash) }
        for item in writer.accessRules() { Self.add(item, isLabelled: false, to: &hash) }
        return hash.finish().hexadecimal
    }

    /// The fields that do not affect resolving.
    private static let leftOut = Set(
        [RegistryItemWriter.writtenField]
            + RouteField.all.filter { !$0.affectsResolving }.map(\.name))

    private static func add(
        _ item: RegistryItem, isLabelled: Bool, to hash: inout SHA256
    ) {
        var encoder = CanonicalEncoder()
        encoder.append(item.key.kind.rawValue)
        if isLabelled {
            encoder.append(item.label)
            for text in item.key.texts { encoder.append(utf8: text) }
        }
        for member in item.fields.members where !leftOut.contains(member.key) {
            encoder.append(member.key)
            encoder.append(member.value.description)
        }
        // An empty name ends the item: no field has one.
        encoder.append("")
        hash.update(encoder.bytes)
    }
}
