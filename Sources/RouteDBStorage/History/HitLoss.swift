/// How many hits of a recording process were lost in a quarter of an hour.
package struct HitLoss: Hashable, Sendable {
    package var timeMicroseconds: Int64
    package var hits: Int64

    package init(timeMicroseconds: Int64, hits: Int64) {
        self.timeMicroseconds = timeMicroseconds
        self.hits = hits
    }
}
