#if Server
/// The values that were asked for last, for what takes long and is asked for again and again.
///
/// Several callers who ask for a value at once wait for the same one. What fails is not remembered.
actor MemoCache<Key: Hashable & Sendable, Value: Sendable, Failure: Error> {
    private struct Entry {
        let key: Key
        let task: Task<Result<Value, Failure>, Never>
        var isDone = false
    }

    private let most: Int
    /// The entries, those asked for last at the end.
    private var entries: [Entry] = []

    /// Creates a memory of so many values.
    init(most: Int) { self.most = most }

    /// Returns whether a value is there at once.
    func isKnown(_ key: Key) -> Bool { entries.contains { $0.key == key && $0.isDone } }

    /// Begins to make the value for a key, unless that was done.
    @discardableResult
    func begin(
        _ key: Key, _ make: @escaping @Sendable () async throws(Failure) -> Value
    ) -> Task<Result<Value, Failure>, Never> {
        if let index = entries.firstIndex(where: { $0.key == key }) {
            let known = entries.remove(at: index)
            entries.append(known)
            return known.task
        }
        let task = Task {
            let result: Result<Value, Failure>
            do throws(Failure) {
                result = .success(try await make())
            } catch {
                result = .failure(error)
            }
            finish(key, result)
            return result
        }
        entries.append(Entry(key: key, task: task))
        if entries.count > most { entries.removeFirst() }
        return task
    }

    /// Returns a value, which is made unless it is known.
    func value(
        _ key: Key, _ make: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await begin(key, make).value.get()
    }

    private func finish(_ key: Key, _ result: Result<Value, Failure>) {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
        if case .success = result {
            entries[index].isDone = true
        } else {
            entries.remove(at: index)
        }
    }
}
#endif
