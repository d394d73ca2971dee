import RouteDB
import RouteDBTerminal

extension CommandContext {
    /// Opens a file, or standard input for `-`.
    func source(_ path: String) throws(InputProblem) -> any ByteSource {
        if path == "-" { return input }
        do {
            let interruption = interruption
            return try FileSource(path, until: { interruption.isInterrupted })
        } catch {
            throw InputProblem(unreadable: error)
        }
    }

    /// Reads a file or standard input, and adds its name to errors.
    func reading<Value>(
        _ path: String, _ body: (inout ByteReader) throws(InputProblem) -> Value
    ) throws -> Value {
        do throws(InputProblem) {
            let source = try source(path)
            interruption.watch()
            var reader = ByteReader(source)
            try reader.skipByteOrderMark()
            return try body(&reader)
        } catch {
            guard error.code != .interrupted else {
                throw CommandFailure.interrupted
            }
            let place = error.place.map { ", line \($0.line), column \($0.column)" } ?? ""
            throw CommandFailure(
                error.code.description,
                "\(path == "-" ? "standard input" : path)\(place): \(error.message)",
                hint: error.hint)
        }
    }

    /// Reads a file or standard input with a JSON object on each line; blank lines are skipped.
    func forEachObject(
        of path: String, _ body: (Int, JSONReader<JSONText>) throws(InputProblem) -> Void
    ) throws -> Int {
        try reading(path) { reader throws(InputProblem) in
            var line: [UInt8] = []
            var count = 0
            while true {
                let number = reader.place.line
                guard try reader.nextLine(into: &line, limit: InputLimits.objectLine) else {
                    return count
                }
                guard !interruption.isInterrupted else { throw InputProblem(.interrupted) }
                guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
                let text = try JSONText(line, firstLine: number)
                try body(number, try JSONReader(text.value, of: text))
                count += 1
            }
        }
    }
}
