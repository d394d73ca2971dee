/// Precomputed digests of schemas, so that opening a file need not run all migrations, which takes
/// a few milliseconds.
///
/// A schema without a digest here is compared nevertheless. A test compares the digests with what
/// the migrations create.
package enum KnownSchema {
    /// The digest for each migration that was the last one.
    package static let digests = [
        "h0005_views": "9afa51be128b2f511941420b0b53f0cf8f4b1eec071b405a5fc83bfedddd13c9",
        "h0004_forgetting": "0e3a540bc4bf87c32aafbd5c6109ec33c650fc4e2eada928906c1cd3d9300a4d",
        "h0003_losses": "51d612dbd99367eb6f8ad6306c85c6305eb8a45004a2cf9afaffb61725dae89c",
        "v0008_views": "1921ce58812a62c7a8e2ec238ec29a4ab143a9bd3f364785b2212dc56589c1c2",
        "v0007_cases": "cf7e5cee68ba3a2ce9a9accffac601e2e1492befbcf0090e081ad23c4c3718a7",
    ]

    /// The SHA-256 hash of the objects of a schema, sorted by name.
    package static func digest(of objects: [SchemaObject]) -> String {
        var encoder = CanonicalEncoder()
        for object in objects.sorted(by: { ($0.key, $0.type) < ($1.key, $1.type) }) {
            for text in [object.type, object.name, object.table, object.sql] {
                encoder.append(text)
            }
        }
        var hash = SHA256()
        hash.update(encoder.bytes)
        return hash.hexadecimal()
    }
}
