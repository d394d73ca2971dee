#if ServiceLifecycle
    import ServiceLifecycle
#endif

/// The end of a service that has nothing to do but to be there.
package enum ServiceEnd {
    /// Waits until the task is cancelled or, with the trait `ServiceLifecycle`, a graceful shutdown
    /// begins.
    package static func wait() async {
        #if ServiceLifecycle
            // It throws if the task is cancelled, which is the end as well.
            try? await gracefulShutdown()
        #else
            let (ends, continuation) = AsyncStream.makeStream(of: Never.self)
            // The stream never yields; the loop ends when the task is cancelled.
            for await _ in ends {}
            continuation.finish()
        #endif
    }
}
