package import RouteDBDatabase
import RouteDBSQLite

/// A stream of hits: what the processes of one machine have written, or one program that numbers its hits
/// itself.
package struct HitStream: Hashable, Sendable {
    /// Its id within the file, as in ``HitNumber/stream``.
    package let id: Int64
    /// Its random id, 16 bytes, which is the same in copies of the file.
    package let key: [UInt8]
    /// How many hits were ever written; they are numbered from 1.
    package let hits: Int64
}

extension HitsReader {
    /// The streams that have hits.
    package func streams() throws(RouteDBError) -> [HitStream] {
        try database.run("SELECT id, key, hits FROM stream WHERE hits > 0 ORDER BY id") {
            statement in
            var found: [HitStream] = []
            while try statement.step() {
                found.append(
                    HitStream(
                        id: statement.int(at: 0), key: statement.bytes(at: 1),
                        hits: try database.checked(
                            statement.int(at: 2), 0...HitNumber.maximumHits, "hits")))
            }
            return found
        }
    }
}
