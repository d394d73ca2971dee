/// Identifies a group of hits by namespace, route and outcome, as numbers of the file.
struct PlaceKey: Hashable, Sendable {
    let namespace: Int64
    let route: Int64
    let outcome: Int64
}
