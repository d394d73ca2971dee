/// URLs as bytes, one behind the other, as they come out of a log or a socket's buffer.
struct URLBytes {
    let bytes: [UInt8]
    /// Where each URL begins, and behind them where the last one ends.
    let starts: [Int]

    init(_ urls: [GeneratedURL]) {
        var bytes: [UInt8] = []
        var starts = [0]
        for url in urls {
            bytes.append(contentsOf: url.text.utf8)
            starts.append(bytes.count)
        }
        // The barest matcher reads on after the end.
        bytes.append(contentsOf: repeatElement(0, count: 128))
        self.bytes = bytes
        self.starts = starts
    }

    var count: Int { starts.count - 1 }
    var meanLength: Double { Double(starts[count]) / Double(max(1, count)) }
}
