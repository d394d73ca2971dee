#if Server
import NIOCore
import RouteDBServer
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@Suite("Content codings")
struct ContentCodingTests {
    @Test(
        "gzip is preferred where it is accepted, and not liked less than no coding",
        arguments: [
            ("gzip", true), ("GZIP", true), ("x-gzip", true), ("gzip, deflate, br, zstd", true),
            ("br, gzip;q=0.1", true), ("*", true), ("deflate, *;q=0.5", true),
            ("gzip;q=1.000", true), ("gzip ; q=0.8", true), ("identity;q=0.5, gzip;q=0.5", true),
            ("", false), ("br", false), ("gzip;q=0", false), ("gzip;q=0.000", false),
            ("*;q=0", false), ("*, gzip;q=0", false), ("identity, gzip;q=0.9", false),
            ("gzip;q", false), ("gzip;q=2", false), ("gzip;q=1.001", false),
            ("gzip;q=0.1234", false), ("gzip;q=-1", false), ("gzip;level=9", false),
            ("notgzip", false), ("gzipped", false),
        ])
    func accepted(text: String, isPreferred: Bool) {
        #expect(AcceptedCodings(text).prefersGzip == isPreferred)
    }

    @Test("what is compressed is decompressed to the same bytes, whatever they are")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 1_952)
        for size in [0, 1, 2, 1_000, 65_536, 300_000] {
            for alphabet in [1, 4, 256] {
                let bytes = (0..<size).map { _ in UInt8(generator.below(alphabet)) }
                let compressed = try #require(Gzip.compressed(ByteBuffer(bytes: bytes)))
                let result = try GzipSource.decompressed(Array(compressed.readableBytesView))
                #expect(result == bytes, "\(size) bytes of \(alphabet)")
            }
        }
    }
}
#endif
