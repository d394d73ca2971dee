#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The process of a pager.
enum PagerProcess {
    /// Starts a shell command that reads what is written; `nil` if the system cannot.
    ///
    /// Unless the environment has options for `less`, it gets the same ones as from git: quit if
    /// the output fits on the screen, show colors, and do not clear the screen. If the command
    /// cannot be run, the output is printed without it. The shell ignores interruptions, which are
    /// meant for the pager.
    static func launch(_ command: String) -> Pager.Running? {
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
