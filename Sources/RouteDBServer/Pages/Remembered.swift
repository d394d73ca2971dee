#if Server
/// The values that were asked for last, for what takes long and is asked for again and again.
///
/// Several callers who ask for a value at once wait for the same one. What fails is not remembered.
actor Remembered<Key: Hashable & Sendable, Value: Sendable> {
    private struct Entry {
        let key: Key
        let task: Task<Value, any Error>
        var isDone = false
    }

    private let most: Int
    /// The entries, those made last at the end.
    private var entries: [Entry] = []

    /// Creates a memory.
    ///
    /// - Parameter most: The most values that are remembered.
    init(most: Int) { self.most = most }

    /// Whether a value is there at once.
    func isKnown(_ key: Key) -> Bool { entries.contains { $0.key == key && $0.isDone } }

    /// Begins to make a value, unless that was done.
    ///
    /// - Parameters:
    ///   - key: What the value depends on.
    ///   - make: Makes the value.
    /// - Returns: The task that makes it.
    @discardableResult
    func begin(
        _ key: Key, _ make: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        if let known = entries.first(where: { $0.key == key }) { return known.task }
        let task = Task {
            let result: Result<Value, any Error>
            do { result = .success(try await make()) } catch { result = .failure(error) }
            finish(key, result)
            return try result.get()
        }
        entries.append(Entry(key: key, task: task))
        if entries.count > most { entries.removeFirst() }
        return task
    }

    /// Returns a value, which is made unless it is known.
    func value(
        _ key: Key, _ make: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await begin(key, make).value
    }

    private func finish(_ key: Key, _ result: Result<Value, any Error>) {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
        if case .success = result {
            entries[index].isDone = true
        } else {
            entries.remove(at: index)
        }
    }
}
#endif
