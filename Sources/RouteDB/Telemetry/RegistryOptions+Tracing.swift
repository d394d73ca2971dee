#if Tracing
import RouteDBRouting
public import Tracing

// With the trait `Tracing`.
extension RegistryOptions {
    /// The tracer that makes spans of edits and of rebuilt routing tables, such as
    /// `InstrumentationSystem.tracer`, or `nil` for none.
    ///
    /// A span of a rebuild that an edit causes is within the edit's; the edit's is within the
    /// span of the calling task.
    public var tracer: (any Tracer)? {
        get { observers.first(RegistryTraces.self)?.tracer }
        set {
            let old = observers.first(RegistryTraces.self)
            observers.set(
                newValue.map {
                    RegistryTraces(
                        tracer: $0, observesResolutions: old?.observesResolutions ?? false)
                })
        }
    }

    /// True if there is a span of each resolution too, which takes longer than to resolve.
    ///
    /// It is `false` until you set it, and while there is no ``tracer``.
    public var tracesResolutions: Bool {
        get { observers.first(RegistryTraces.self)?.observesResolutions ?? false }
        set {
            let old = observers.first(RegistryTraces.self)
            observers.set(
                old.map { RegistryTraces(tracer: $0.tracer, observesResolutions: newValue) })
        }
    }
}

/// Makes spans of what happens in a registry.
private struct RegistryTraces: RegistryObserver {
    let tracer: any Tracer
    let observesResolutions: Bool

    func note(_ resolution: Resolution, took duration: Duration) {
        span("routedb.resolve", took: duration) { span in
            span.attributes["routedb.outcome"] = resolution.outcome.rawValue
            span.attributes["routedb.revision"] = resolution.revision
            span.attributes["routedb.target"] = resolution.target ?? ""
        }
    }

    func note(_ event: RegistryEvent) {
        guard case .rebuilt(let rebuild) = event else { return }
        span("routedb.rebuild", took: rebuild.duration) { span in
            span.attributes["routedb.revision"] = rebuild.revision
            span.attributes["routedb.kind"] = rebuild.isFull ? "full" : "incremental"
        }
    }

    func observe<Value>(edit body: () async throws -> Value) async throws -> Value {
        try await tracer.withSpan("routedb.edit") { _ in try await body() }
    }

    /// Makes a span that ends now.
    private func span(
        _ name: String, took duration: Duration, _ describe: (any Span) -> Void
    ) {
        let end = PastInstant(
            nanosecondsSinceEpoch: DefaultTracerClock.now.nanosecondsSinceEpoch)
        let nanoseconds =
            UInt64(clamping: duration.components.seconds)
            .multipliedReportingOverflow(by: 1_000_000_000).partialValue
            &+ UInt64(clamping: duration.components.attoseconds / 1_000_000_000)
        let start = PastInstant(
            nanosecondsSinceEpoch: end.nanosecondsSinceEpoch
                - min(nanoseconds, end.nanosecondsSinceEpoch))
        let span = tracer.startSpan(name, at: start)
        describe(span)
        span.end(at: end)
    }
}

/// A time that was measured before its span is made.
private struct PastInstant: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    static func < (left: Self, right: Self) -> Bool {
        left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
}
#endif
