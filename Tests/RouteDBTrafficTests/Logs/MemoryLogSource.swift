@testable import RouteDB
@testable import RouteDBTraffic

/// Gives bytes in chunks of one size.
struct MemoryLogSource: LogSource {
    private let bytes: [UInt8]
    private let chunk: Int
    private var position = 0

    init(_ bytes: [UInt8], chunk: Int = 1 << 16) {
        self.bytes = bytes
        self.chunk = chunk
    }

    mutating func read() throws(LogSourceError) -> [UInt8] {
        let end = min(position + chunk, bytes.count)
        defer { position = end }
        return Array(bytes[position..<end])
    }
}
