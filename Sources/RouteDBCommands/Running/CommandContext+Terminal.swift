#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension CommandContext {
    /// How wide text may be.
    package var columns: Int {
        if let columns = variable("COLUMNS").flatMap(Int.init), (20...1_000).contains(columns) {
            return columns
        }
        guard output.isTerminal else { return 80 }
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else {
            return 80
        }
        return Int(size.ws_col)
    }

    /// Asks a person a question, and says whether the answer was yes.
    package func confirm(_ question: String) throws(StreamError) -> Bool {
        try diagnostics.write("\(question) [y/N] ")
        try diagnostics.flush()
        let answer = try input.readLine() ?? []
        return ["y", "yes", "Y", "YES", "Yes"].contains(String(decoding: answer, as: UTF8.self))
    }
}
