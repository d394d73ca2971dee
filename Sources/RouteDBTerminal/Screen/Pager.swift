package import RouteDB

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Shows output that is longer than the screen in a pager, as git does.
///
/// Once a command allows paging, output is held back until it exceeds the screen; then a pager is
/// started and receives everything. Diagnostics go through the pager too, so that they do not
/// disturb its screen.
package final class Pager: Sendable {
    /// A running pager.
    package struct Running: Sendable {
        /// The pager's standard input.
        let sink: any ByteSink
        /// Closes its input, and waits until the user quits it.
        let finish: @Sendable () -> Void

        package init(sink: any ByteSink, finish: @escaping @Sendable () -> Void) {
            self.sink = sink
            self.finish = finish
        }
    }

    private enum State: Sendable {
        /// Output goes to the terminal.
        case passing
        /// Output is held back.
        case holding([(bytes: [UInt8], sink: any ByteSink)], lines: Int)
        /// Output goes to the pager.
        case running(Running)
    }

    private let command: String?
    private let size: @Sendable () -> TerminalSize?
    private let launch: @Sendable (String) -> Running?
    private let state = Locked(State.passing)

    /// Creates a pager.
    package init(
        environment: [String: String], size: @escaping @Sendable () -> TerminalSize?,
        launch: @escaping @Sendable (String) -> Running?
    ) {
        command = Self.command(environment)
        self.size = size
        self.launch = launch
    }

    /// Returns the pager's command: `ROUTEDB_PAGER`, else `PAGER`, else `less`; `nil` for none.
    static func command(_ environment: [String: String]) -> String? {
        guard environment["TERM"] != "dumb" else { return nil }
        let command = environment["ROUTEDB_PAGER"] ?? environment["PAGER"] ?? "less"
        return command.isEmpty || command == "cat" ? nil : command
    }

    /// Allows paging of the following output.
    package func begin() {
        guard command != nil else { return }
        state.withLock { state in
            if case .passing = state { state = .holding([], lines: 0) }
        }
    }

    /// Writes the output held back, and waits until the user quits the pager.
    package func finish() {
        let last = state.withLock { state in
            defer { state = .passing }
            return state
        }
        switch last {
        case .passing: break
        case .holding(let held, _): for part in held { try? part.sink.write(part.bytes) }
        case .running(let pager): pager.finish()
        }
    }

    /// Writes bytes meant for a stream of the terminal.
    fileprivate func write(_ bytes: [UInt8], to sink: any ByteSink) throws(StreamError) {
        try state.withThrowingLock { state throws(StreamError) in
            try write(bytes, to: sink, &state)
        }
    }

    private func write(
        _ bytes: [UInt8], to sink: any ByteSink, _ state: inout State
    ) throws(StreamError) {
        switch state {
        case .passing: try sink.write(bytes)
        case .running(let pager): try pager.sink.write(bytes)
        case .holding(var held, var lines):
            let size = size() ?? TerminalSize(columns: 80, rows: 24)
            held.append((bytes, sink))
            lines += Self.lines(of: bytes, columns: size.columns)
            state = .holding(held, lines: lines)
            guard lines >= size.rows else { return }
            let pager = command.flatMap(launch)
            state = pager.map { .running($0) } ?? .passing
            for part in held { try (pager?.sink ?? part.sink).write(part.bytes) }
        }
    }

    /// Returns the number of screen lines that some bytes occupy.
    static func lines(of bytes: [UInt8], columns: Int) -> Int {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            .reduce(0) { count, line in
                let width = DisplayWidth.of(String(decoding: line, as: UTF8.self))
                return count + max(1, (width + columns - 1) / max(1, columns))
            }
    }
}

/// A stream to the terminal whose output may be paged.
package struct PagedSink: ByteSink {
    private let sink: any ByteSink
    private let pager: Pager

    package init(_ sink: any ByteSink, by pager: Pager) {
        self.sink = sink
        self.pager = pager
    }

    package func write(_ bytes: [UInt8]) throws(StreamError) { try pager.write(bytes, to: sink) }
}

/// The process of a pager.
package enum PagerProcess {
    /// Starts a shell command that reads what is written; `nil` if the system cannot.
    ///
    /// Unless the environment has options for `less`, it gets the same ones as from git: quit if
    /// the output fits on the screen, show colors, and do not clear the screen. If the command
    /// cannot be run, the output is printed without it. The shell ignores interruptions, which are
    /// meant for the pager.
    @Sendable package static func launch(_ command: String) -> Pager.Running? {
        let script = """
            trap : INT
            LESS="${LESS-FRX}" LV="${LV--c}"
            export LESS LV
            \(command)
            status=$?
            if [ $status = 126 ] || [ $status = 127 ]; then cat; fi
            """
        var ends: [Int32] = [-1, -1]
        // The call fills the two elements of the array.
        guard unsafe pipe(&ends) == 0 else { return nil }
        let (input, output) = (ends[0], ends[1])
        _ = fcntl(input, F_SETFD, FD_CLOEXEC)
        _ = fcntl(output, F_SETFD, FD_CLOEXEC)
        let process = spawn(["/bin/sh", "-c", script], standardInput: input)
        close(input)
        guard let process else {
            close(output)
            return nil
        }
        Interruption.ofProcess.leaveToPager()
        return Pager.Running(sink: FileDescriptorSink(output)) {
            close(output)
            var status: Int32 = 0
            // The call fills the status before it returns.
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }

    private static func spawn(_ words: [String], standardInput: Int32) -> pid_t? {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            // What is initialized here is destroyed, and what is copied is freed, after the process has been
            // spawned; the list of arguments ends with a null pointer.
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Signals ignored in this process would be ignored in the pager too.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        unsafe posix_spawn_file_actions_adddup2(&actions, standardInput, STDIN_FILENO)
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let result = unsafe posix_spawn(
            &process, words[0], &actions, &attributes, arguments, environ)
        return result == 0 ? process : nil
    }
}
