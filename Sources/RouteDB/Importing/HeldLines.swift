/// Lines that are held until it is known what becomes of them.
struct HeldLines {
    /// A line, and its place among the bytes.
    struct Line {
        let range: Range<Int>
        let split: SplitLine
        let number: Int64
        let digest: UInt32
    }

    private(set) var bytes: [UInt8] = []
    private(set) var lines: [Line] = []

    var isEmpty: Bool { lines.isEmpty }

    mutating func append(_ line: RawSpan, _ split: SplitLine, number: Int64, digest: UInt32) {
        let start = bytes.count
        unsafe line.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        lines.append(
            Line(range: start..<bytes.count, split: split, number: number, digest: digest))
    }

    /// Copies of the first lines that are neither blank nor comments, up to some number.
    func firstContents(_ count: Int) -> [[UInt8]] {
        var contents: [[UInt8]] = []
        for line in lines {
            if contents.count == count { break }
            contents += LogFormat.contents(of: [Array(bytes[line.range])])
        }
        return contents
    }
}
