import RouteDBRouting

/// The groups of hits whose texts share their beginnings: those with the same route, or of the same
/// namespace if they have no route.
///
/// Groups are numbered from 0 in the order of their first hits.
struct HitGroups: Sendable {
    private let seed = TableHash.seed
    private var keys: [(route: Int64, namespace: Int64)] = []
    /// An open-addressing hash table of groups, at most half full; -1 marks a free slot.
    private var slots = [Int32](repeating: -1, count: 64)

    /// Returns the group of a hit, which is added if it is new.
    mutating func number(route: Int64, namespace: Int64) -> Int {
        let slot = slot(route, namespace)
        if slots[slot] >= 0 { return Int(slots[slot]) }
        let number = keys.count
        slots[slot] = Int32(number)
        keys.append((route, namespace))
        if keys.count * 2 > slots.count { grow() }
        return number
    }

    /// Removes all groups and keeps the memory.
    mutating func removeAll() {
        keys.removeAll(keepingCapacity: true)
        for slot in slots.indices { slots[slot] = -1 }
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (number, key) in keys.enumerated() {
            slots[slot(key.route, key.namespace)] = Int32(number)
        }
    }

    /// The slot of a group, or the free slot where it would be inserted.
    private func slot(_ route: Int64, _ namespace: Int64) -> Int {
        var hash = TableHash.joined(seed, UInt64(bitPattern: route))
        hash = TableHash.joined(hash, UInt64(bitPattern: namespace))
        let (slots, keys) = (slots.span, keys.span)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let key = keys[Int(slots[slot])]
            if key.route == route, key.namespace == namespace { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }
}
