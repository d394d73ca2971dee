#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How many characters a terminal shows.
package struct TerminalSize: Hashable, Sendable {
    /// The characters of a line.
    package let columns: Int
    /// The lines of the screen.
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size of the terminal that standard output goes to, as it is now; `nil` if there is none
    /// or it does not say.
    @Sendable
    package static func ofStandardOutput() -> TerminalSize? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
