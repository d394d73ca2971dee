/// Values bound to targets, and to prefixes of targets.
///
/// A prefix takes the target that it is, and those that go on behind it with `.` or `/`, or behind
/// its own last `.` or `/`; the empty prefix takes every target.
struct TargetBindings<Value: Sendable>: Sendable {
    private var exact: [TextKey: Value] = [:]
    private var prefixes: [TextKey: Value] = [:]

    /// Binds a value, or removes one.
    ///
    /// - Returns: The value that was bound before, so that nothing of the caller's is released
    ///   under a lock.
    mutating func set(_ value: Value?, target: String) -> Value? {
        Self.set(value, TextKey(target), in: &exact)
    }

    /// Binds a value to a prefix, or removes one.
    mutating func set(_ value: Value?, prefix: String) -> Value? {
        Self.set(value, TextKey(prefix), in: &prefixes)
    }

    /// The value of a target: its own, or that of the longest prefix.
    ///
    /// - Complexity: A look-up for each `.` and `/` of the target, where prefixes are bound.
    func nearest(to target: String) -> Value? {
        if let value = exact[TextKey(target)] { return value }
        return prefixValues(of: target).next()
    }

    /// All values of a target, that of the shortest prefix first, its own last.
    func all(of target: String) -> [Value] {
        let iterator = prefixValues(of: target)
        var values: [Value] = []
        while let value = iterator.next() { values.append(value) }
        values.reverse()
        if let value = exact[TextKey(target)] { values.append(value) }
        return values
    }

    var targets: [String] { exact.keys.sorted().map(\.text) }

    var prefixTexts: [String] { prefixes.keys.sorted().map(\.text) }

    private static func set(
        _ value: Value?, _ key: TextKey, in values: inout [TextKey: Value]
    ) -> Value? {
        guard let value else { return values.removeValue(forKey: key) }
        return values.updateValue(value, forKey: key)
    }

    /// The values of the prefixes of a target, the longest first.
    private func prefixValues(of target: String) -> AnyIterator<Value> {
        let bytes = target.utf8
        var end: String.Index? = prefixes.isEmpty ? nil : bytes.endIndex
        return AnyIterator {
            while let cut = end {
                end = cut == bytes.startIndex ? nil : bytes.index(before: cut)
                guard Self.isBound(cut, in: bytes) else { continue }
                if let value = prefixes[TextKey(String(target[..<cut]))] { return value }
            }
            return nil
        }
    }

    /// Whether a prefix may end at a place: at an end, or beside a mark.
    private static func isBound(_ cut: String.Index, in bytes: String.UTF8View) -> Bool {
        if cut == bytes.startIndex || cut == bytes.endIndex { return true }
        return isMark(bytes[cut]) || isMark(bytes[bytes.index(before: cut)])
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
    }
}
