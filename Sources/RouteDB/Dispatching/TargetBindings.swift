/// Values bound to targets and to prefixes of targets.
///
/// A prefix matches the target that is equal to it, and each longer target in which it ends next to
/// a `.` or `/`: `user` and `user.` both match `user.profile`. The empty prefix matches every
/// target.
struct TargetBindings<Value: Sendable>: Sendable {
    private var exact: [TextKey: Value] = [:]
    private var prefixes: [TextKey: Value] = [:]

    /// Binds a value to a target, or removes the bound one if the value is `nil`.
    ///
    /// - Returns: The previous value, so that the caller can release it outside of a lock.
    mutating func set(_ value: Value?, target: String) -> Value? {
        Self.set(value, TextKey(target), in: &exact)
    }

    /// Binds a value to a prefix, or removes the bound one if the value is `nil`.
    mutating func set(_ value: Value?, prefix: String) -> Value? {
        Self.set(value, TextKey(prefix), in: &prefixes)
    }

    /// Returns the value of a target, or else that of its longest prefix.
    ///
    /// - Complexity: One dictionary look-up; if prefixes are bound, also a few for each `.` and `/`
    ///   of the target.
    func nearest(to target: String) -> Value? {
        if let value = exact[TextKey(target)] { return value }
        return prefixValues(of: target).next()
    }

    /// Returns all values of a target, that of the shortest prefix first and its own last.
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

    /// Iterates over the values of a target's prefixes, longest first.
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

    /// Whether a prefix may end at an index: at either end of the text, or next to a `.` or `/`.
    private static func isBound(_ cut: String.Index, in bytes: String.UTF8View) -> Bool {
        if cut == bytes.startIndex || cut == bytes.endIndex { return true }
        return isMark(bytes[cut]) || isMark(bytes[bytes.index(before: cut)])
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
    }
}
