import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Tells whether the user, or a service manager, has interrupted the command.
///
/// SIGINT and SIGTERM normally end the process, also the first one of a container, which has no default
/// actions for signals. A command that has to clean up calls ``watch()`` and then
/// checks for interruptions; a second interruption still ends the process.
package final class Interruption: Sendable {
    /// The interruption by the signals of this process.
    package static let ofProcess = Interruption()

    private let isRequested = Atomic<Bool>(false)
    private let isWatched = Atomic<Bool>(false)
    private let isLeftToPager = Atomic<Bool>(false)
    private let wakerDescriptor = Atomic<Int32>(-1)
    private let wakeUpDescriptor = Atomic<Int32>(-1)

    package init() {}

    /// True if the user has interrupted the command.
    package var isInterrupted: Bool { isRequested.load(ordering: .relaxed) }

    /// Declares that the command checks for interruptions from now on.
    package func watch() { isWatched.store(true, ordering: .relaxed) }

    /// Interrupts the command, as the user does.
    package func interrupt() { isRequested.store(true, ordering: .relaxed) }

    /// Declares that interruptions are meant for a pager from now on.
    func leaveToPager() { isLeftToPager.store(true, ordering: .relaxed) }

    /// Throws if the user has interrupted the command.
    package func check() throws(CommandFailure) {
        if isInterrupted { throw .interrupted }
    }

    /// Does work that goes on until it is cancelled, and cancels it when the user interrupts.
    package func ending(_ work: @escaping @Sendable () async throws -> Void) async throws {
        watch()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while !self.isInterrupted { try await Task.sleep(for: .milliseconds(200)) }
                throw CommandFailure.interrupted
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// A file descriptor that becomes readable after an interruption; -1 if there is none.
    ///
    /// The system delivers a signal to any thread, so a blocked read in another thread is not woken
    /// by it.
    var descriptor: Int32 { wakeUpDescriptor.load(ordering: .relaxed) }

    /// Installs a handler for SIGINT and SIGTERM.
    package static func catchSignals() {
        // The pipe is created here, because a signal handler must not.
        var ends: [Int32] = [-1, -1]
        // The call fills the two elements of the array.
        if unsafe pipe(&ends) == 0 {
            ofProcess.wakeUpDescriptor.store(ends[0], ordering: .relaxed)
            ofProcess.wakerDescriptor.store(ends[1], ordering: .relaxed)
        }
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { signal in
            let interruption = Interruption.ofProcess
            let isEnding =
                interruption.isInterrupted || !interruption.isWatched.load(ordering: .relaxed)
            let isLeft = signal == SIGINT && interruption.isLeftToPager.load(ordering: .relaxed)
            // As shells tell of a signal: 130 after SIGINT, which is the status of interruptions.
            if isEnding, !isLeft { _exit(128 + signal) }
            interruption.interrupt()
            var byte: UInt8 = 0
            // The call reads one byte, which this is; it may be made in a signal handler.
            _ = unsafe write(interruption.wakerDescriptor.load(ordering: .relaxed), &byte, 1)
        }
        #if canImport(Darwin)
            unsafe action.__sigaction_u.__sa_handler = handler
        #else
            unsafe action.__sigaction_handler.sa_handler = handler
        #endif
        // The action is copied, and the handler captures nothing.
        unsafe sigaction(SIGINT, &action, nil)
        unsafe sigaction(SIGTERM, &action, nil)
    }
}
