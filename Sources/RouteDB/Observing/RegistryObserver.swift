package import RouteDBRouting

/// Is told what happens in a registry and its recorder: for logs, metrics and traces.
///
/// It is called on any thread, and with no lock held. It must be quick, since the registry waits.
package protocol RegistryObserver: Sendable {
    /// True if the observer wants to be told of every resolution, which costs those who resolve two readings
    /// of the clock.
    var observesResolutions: Bool { get }

    /// Notes an event.
    func note(_ event: RegistryEvent)

    /// Notes a resolution, on the thread that asked for it.
    func note(_ resolution: Resolution, took duration: Duration)

    /// Runs an edit, whose events are told meanwhile.
    func observe<Value>(edit body: () async throws -> Value) async throws -> Value
}

extension RegistryObserver {
    package var observesResolutions: Bool { false }
    package func note(_ event: RegistryEvent) {}
    package func note(_ resolution: Resolution, took duration: Duration) {}
    package func observe<Value>(edit body: () async throws -> Value) async throws -> Value {
        try await body()
    }
}

/// The observers of a registry or a recorder; there are none unless a trait brings some.
package struct RegistryObservers: Sendable {
    private(set) var all: [any RegistryObserver] = []
    /// The observers that want to be told of resolutions.
    private var ofResolutions: [any RegistryObserver] = []

    package init() {}

    var isEmpty: Bool { all.isEmpty }

    /// Adds an observer.
    package mutating func add(_ observer: any RegistryObserver) {
        all.append(observer)
        if observer.observesResolutions { ofResolutions.append(observer) }
    }

    /// Adds the observers of others.
    mutating func add(_ others: RegistryObservers) { for other in others.all { add(other) } }

    /// The first observer of a type.
    func first<Observer: RegistryObserver>(_ type: Observer.Type = Observer.self) -> Observer? {
        for observer in all {
            if let found = observer as? Observer { return found }
        }
        return nil
    }

    /// Sets the only observer of a type, or removes it.
    mutating func set<Observer: RegistryObserver>(_ observer: Observer?) {
        let others = all.filter { !($0 is Observer) }
        self = RegistryObservers()
        for other in others { add(other) }
        if let observer { add(observer) }
    }

    func note(_ event: @autoclosure () -> RegistryEvent) {
        if all.isEmpty { return }
        let event = event()
        for observer in all { observer.note(event) }
    }

    /// True if somebody wants to be told of resolutions.
    @inline(__always)
    var observeResolutions: Bool { !ofResolutions.isEmpty }

    /// Runs what resolves a request, and tells of the resolution whoever wants to know.
    func observe<Value>(
        resolving body: () -> Value, _ resolution: (Value) -> Resolution
    ) -> Value {
        guard observeResolutions else { return body() }
        let start = ContinuousClock.now
        let value = body()
        let duration = start.duration(to: .now)
        for observer in ofResolutions { observer.note(resolution(value), took: duration) }
        return value
    }

    /// Runs an edit within the observers.
    func observe<Value>(
        edit body: () async throws -> Value
    ) async throws -> Value {
        try await observe(edit: body, from: all[...])
    }

    private func observe<Value>(
        edit body: () async throws -> Value, from observers: ArraySlice<any RegistryObserver>
    ) async throws -> Value {
        guard let first = observers.first else { return try await body() }
        return try await first.observe {
            try await observe(edit: body, from: observers.dropFirst())
        }
    }
}
