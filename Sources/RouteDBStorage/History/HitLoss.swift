/// The number of hits that a recording process dropped in a 15-minute bucket.
package struct HitLoss: Hashable, Sendable {
    package var timeMicroseconds: Int64
    package var hits: Int64

    package init(timeMicroseconds: Int64, hits: Int64) {
        self.timeMicroseconds = timeMicroseconds
        self.hits = hits
    }
}
