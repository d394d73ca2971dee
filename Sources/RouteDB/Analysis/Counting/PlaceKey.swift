/// Where hits ended: the ids and the number of the outcome, as the file has them.
struct PlaceKey: Hashable, Sendable {
    let namespace: Int64
    let route: Int64
    let outcome: Int64
}
