package import RouteDBDatabase
import RouteDBRouting

/// The lines of a feed in a file, which can be read several times.
///
/// It is confined to one thread at a time.
package final class FeedFile {
    /// The most bytes of a line: far more than any row of ours has.
    private static let mostLineBytes = 16 << 20

    private let file: ReadableFile
    /// The name of the feed in messages, such as `the feed of 'https://routes.example.com'`.
    package let name: String

    package init(_ file: ReadableFile, name: String) { (self.file, self.name) = (file, name) }

    /// Passes each line to a closure, until that returns `false`.
    func forEachLine(_ body: (FeedLine) throws -> Bool) throws {
        try file.rewind()
        var (rest, number) = ([UInt8](), 0)
        while true {
            let bytes = try file.read { false }
            guard !bytes.isEmpty else { throw cutOff }
            var start = bytes.startIndex
            while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
                rest += bytes[start..<end]
                start = end + 1
                number += 1
                let line = try parse(rest, number)
                rest.removeAll(keepingCapacity: true)
                guard try body(line) else { return }
                if case .end = line { return try requireEnd(after: bytes[start...]) }
            }
            rest += bytes[start...]
            guard rest.count <= Self.mostLineBytes else {
                throw invalid(line: number + 1, "it has more than \(Self.mostLineBytes) bytes")
            }
        }
    }

    /// Checks that nothing follows the last line.
    private func requireEnd(after rest: ArraySlice<UInt8>) throws(RouteDBError) {
        guard rest.isEmpty, try file.read(until: { false }).isEmpty else {
            throw invalid("it goes on after its last line")
        }
    }

    private func parse(_ bytes: [UInt8], _ number: Int) throws(RouteDBError) -> FeedLine {
        do {
            return try FeedLine(parsing: bytes)
        } catch let fault as FeedLineFault {
            throw invalid(line: number, fault.what)
        } catch {
            throw invalid(line: number, "\(error)")
        }
    }

    /// The error for a feed that breaks the format.
    func invalid(line number: Int, _ what: String) -> RouteDBError {
        invalid("line \(number): \(what)")
    }

    /// The error for a feed whose lines do not fit together.
    func invalid(_ what: String) -> RouteDBError {
        RouteDBError(
            .invalidInput, "Reading \(name) failed: \(what).",
            hint: "Check that it comes from the service of a registry.")
    }

    private var cutOff: RouteDBError {
        RouteDBError(
            .inputUnreadable, "Reading \(name) failed: it ends before its last line.",
            hint: "Fetch it again.")
    }
}
