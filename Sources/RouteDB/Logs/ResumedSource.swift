/// A source preceded by bytes that were already read from it.
struct ResumedSource: LogSource {
    private var first: [UInt8]
    private var rest: any LogSource

    init(first: [UInt8], rest: any LogSource) {
        self.first = first
        self.rest = rest
    }

    mutating func read() throws(LogSourceError) -> [UInt8] {
        guard first.isEmpty else {
            defer { first = [] }
            return first
        }
        return try rest.read()
    }
}
