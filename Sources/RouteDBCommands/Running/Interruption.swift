import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Whether the user wants the command to stop.
///
/// A quick command is simply ended. One that has to leave something in order says so with
/// ``watch()``, and then asks; a second interruption ends it all the same.
package final class Interruption: Sendable {
    /// The interruption by the process's SIGINT.
    static let ofProcess = Interruption()

    private let isRequested = Atomic<Bool>(false)
    private let isWatched = Atomic<Bool>(false)
    private let isLeftToPager = Atomic<Bool>(false)
    private let wakerDescriptor = Atomic<Int32>(-1)
    private let wakeUpDescriptor = Atomic<Int32>(-1)

    package init() {}

    /// Whether the user wants the command to stop.
    package var isInterrupted: Bool { isRequested.load(ordering: .relaxed) }

    /// Says that the command asks from now on.
    package func watch() { isWatched.store(true, ordering: .relaxed) }

    /// Stops the command, as the user does.
    package func interrupt() { isRequested.store(true, ordering: .relaxed) }

    /// Says that from now on an interruption is meant for a pager, which the process waits for.
    func leaveToPager() { isLeftToPager.store(true, ordering: .relaxed) }

    /// Throws if the user wants the command to stop.
    package func check() throws(CommandFailure) {
        if isInterrupted { throw .interrupted }
    }

    /// A descriptor that can be read from once there was an interruption; -1 if there is none.
    ///
    /// The system gives a signal to any thread, so a read that waits in another goes on waiting.
    var descriptor: Int32 { wakeUpDescriptor.load(ordering: .relaxed) }

    /// Makes the process's SIGINT interrupt.
    static func catchSignal() {
        // Made here: a signal handler must not.
        var ends: [Int32] = [-1, -1]
        if unsafe pipe(&ends) == 0 {
            ofProcess.wakeUpDescriptor.store(ends[0], ordering: .relaxed)
            ofProcess.wakerDescriptor.store(ends[1], ordering: .relaxed)
        }
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { _ in
            let interruption = Interruption.ofProcess
            let isEnding =
                interruption.isInterrupted || !interruption.isWatched.load(ordering: .relaxed)
            if isEnding, !interruption.isLeftToPager.load(ordering: .relaxed) {
                _exit(ExitStatus.interrupted.rawValue)
            }
            interruption.interrupt()
            var byte: UInt8 = 0
            _ = unsafe write(interruption.wakerDescriptor.load(ordering: .relaxed), &byte, 1)
        }
        #if canImport(Darwin)
            unsafe action.__sigaction_u.__sa_handler = handler
        #else
            unsafe action.__sigaction_handler.sa_handler = handler
        #endif
        unsafe sigaction(SIGINT, &action, nil)
    }
}
