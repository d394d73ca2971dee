#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The size of a terminal in characters.
package struct TerminalSize: Hashable, Sendable {
    /// The number of characters in a line.
    let columns: Int
    /// The number of lines on the screen.
    let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Returns the current size of the terminal on standard output; `nil` if there is none or it is
    /// unknown.
    @Sendable
    package static func ofStandardOutput() -> TerminalSize? {
        var size = winsize()
        // The request fills a `winsize`, which this is.
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
