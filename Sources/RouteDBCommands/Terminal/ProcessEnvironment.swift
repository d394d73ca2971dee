#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The environment variables that the tool uses.
enum ProcessEnvironment {
    private static let names = [
        "ROUTEDB_AUTHOR", "ROUTEDB_DB", "ROUTEDB_GROUPS", "ROUTEDB_HISTORY", "ROUTEDB_HUB",
        "ROUTEDB_NODE", "ROUTEDB_PAGER", "ROUTEDB_PRIVACY", "ROUTEDB_PRIVACY_KEY",
        "ROUTEDB_TIMEOUT_MS", "ROUTEDB_TOKEN", "COLUMNS", "HOSTNAME", "LANG", "LC_ALL", "LC_CTYPE",
        "LOGNAME", "NO_COLOR", "PAGER", "TERM", "TMPDIR", "USER",
    ]

    /// Returns the variables that are set.
    static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        for name in names {
            // The text is copied at once; nothing here changes the environment.
            guard let text = unsafe getenv(name) else { continue }
            variables[name] = unsafe String(cString: text)
        }
        return variables
    }
}

/// The account that runs the process.
enum ProcessAccount {
    /// Returns the account's name according to the system, if it knows one.
    @Sendable
    static func name() -> String? {
        var record = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var texts = [CChar](repeating: 0, count: 16_384)
        // The call fills the record, whose texts lie in the array, and both live until the name is copied.
        return unsafe texts.withUnsafeMutableBufferPointer { texts -> String? in
            guard let base = texts.baseAddress,
                unsafe getpwuid_r(geteuid(), &record, base, texts.count, &found) == 0,
                unsafe found != nil, let name = unsafe record.pw_name
            else { return nil }
            let text = unsafe String(cString: name)
            return text.isEmpty ? nil : text
        }
    }
}

/// The words of a command line, which the system passes as arbitrary bytes.
package struct ProcessArguments {
    /// The words as text, with U+FFFD in place of invalid UTF-8.
    package let texts: [String]
    /// The position, from 1, of the first word that is not UTF-8.
    package let unreadable: Int?

    /// Decodes words.
    package init(_ words: [[UInt8]]) {
        texts = words.map { String(decoding: $0, as: UTF8.self) }
        unreadable = words.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map {
            $0 + 1
        }
    }

    /// Returns the words of this process, without the tool's name.
    static func ofProcess() -> ProcessArguments {
        // The runtime keeps `argc` words, each ended by a NUL, until the process ends.
        let words = unsafe UnsafeBufferPointer(
            start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return unsafe ProcessArguments(
            words.dropFirst().map { word in
                var bytes: [UInt8] = []
                guard var next = unsafe word else { return bytes }
                while unsafe next.pointee != 0 {
                    unsafe bytes.append(UInt8(bitPattern: next.pointee))
                    unsafe next += 1
                }
                return bytes
            })
    }
}

/// The processors of the machine.
enum Processors {
    /// The number of available processors according to the system, at most 64.
    static var count: Int { min(64, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }
}

/// The size of a terminal in characters.
package struct TerminalSize: Hashable, Sendable {
    /// The number of characters in a line.
    package let columns: Int
    /// The number of lines on the screen.
    package let rows: Int

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
