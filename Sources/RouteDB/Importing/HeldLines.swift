/// Lines kept until it is known whether they are new.
struct HeldLines {
    /// A line, with its range in `bytes`.
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

    /// Returns copies of the first lines that are neither blank nor comments, at most `count`.
    func firstContents(_ count: Int) -> [[UInt8]] {
        var contents: [[UInt8]] = []
        for line in lines {
            if contents.count == count { break }
            contents += LogFormat.contents(of: [Array(bytes[line.range])])
        }
        return contents
    }
}
