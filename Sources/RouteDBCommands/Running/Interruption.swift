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

    package init() {}

    /// Whether the user wants the command to stop.
    package var isInterrupted: Bool { isRequested.load(ordering: .relaxed) }

    /// Says that the command asks from now on.
    package func watch() { isWatched.store(true, ordering: .relaxed) }

    /// Stops the command, as the user does.
    package func interrupt() { isRequested.store(true, ordering: .relaxed) }

    /// Throws if the user wants the command to stop.
    package func check() throws(CommandFailure) {
        if isInterrupted { throw .interrupted }
    }

    /// Makes the process's SIGINT interrupt.
    static func catchSignal() {
        // Made here: a signal handler must not.
        _ = ofProcess
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { _ in
            let interruption = Interruption.ofProcess
            if interruption.isInterrupted || !interruption.isWatched.load(ordering: .relaxed) {
                _exit(ExitStatus.interrupted.rawValue)
            }
            interruption.interrupt()
        }
        #if canImport(Darwin)
            unsafe action.__sigaction_u.__sa_handler = handler
        #else
            unsafe action.__sigaction_handler.sa_handler = handler
        #endif
        // Without SA_RESTART a read that waits for input ends too.
        unsafe sigaction(SIGINT, &action, nil)
    }
}
