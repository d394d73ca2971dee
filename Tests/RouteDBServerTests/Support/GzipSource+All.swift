#if Server
import RouteDBTraffic

extension GzipSource {
    /// Returns what bytes are, decompressed as a whole.
    static func decompressed(_ bytes: [UInt8]) throws -> [UInt8] {
        let source = GzipSource(OneRead(bytes: bytes))
        var all: [UInt8] = []
        while true {
            let piece = try source.read()
            if piece.isEmpty { return all }
            all += piece
        }
    }
}

/// Bytes that are read at once.
private struct OneRead: LogSource {
    var bytes: [UInt8]

    mutating func read() throws(LogSourceError) -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
#endif
