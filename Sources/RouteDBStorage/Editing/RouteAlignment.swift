import RouteDBRouting

/// Matches requested routes with live routes, to decide which live route each one updates.
///
/// A requested route updates, among the live routes not taken by another one, the first of:
///
/// 1. the route that is equal in everything;
/// 2. the route with the same name in the same group;
/// 3. the route with the same pattern and kind;
/// 4. the oldest route with the same pattern.
///
/// Each step is done for all requested routes before the next step begins.
struct RouteAlignment {
    private struct WrittenKey: Hashable {
        let namespace: NamespaceID
        let syntax: TextKey
        let text: TextKey
    }

    private struct PatternKey: Hashable {
        let namespace: NamespaceID
        let pattern: TextKey
        let kind: TextKey?

        init(_ namespace: NamespaceID, _ pattern: String, kind: String? = nil) {
            self.namespace = namespace
            self.pattern = TextKey(pattern)
            self.kind = kind.map { TextKey(RouteKind.canonical($0)) }
        }
    }

    private struct NameKey: Hashable {
        let namespace: NamespaceID
        let group: TextKey?
        let name: TextKey

        init(_ namespace: NamespaceID, _ group: String?, _ name: String) {
            self.namespace = namespace
            self.group = group.map { TextKey($0) }
            self.name = TextKey(name)
        }
    }

    private let records: [RouteRecord]
    private var isTaken: [Bool]
    /// The patterns of the routes that an export would write with a text: that of the oldest, and all.
    private var byText: [WrittenKey: (first: String, all: Set<TextKey>)] = [:]
    private var byPattern: [PatternKey: [Int]] = [:]
    private var byAnyKind: [PatternKey: [Int]] = [:]
    /// How many of the oldest routes with a pattern are known to be taken, whatever their kinds.
    private var taken: [PatternKey: Int] = [:]
    private var byName: [NameKey: Int] = [:]

    /// Prepares to match live routes, which must be sorted by age.
    init(_ records: [RouteRecord]) {
        self.records = records
        isTaken = [Bool](repeating: false, count: records.count)
        for (index, record) in records.enumerated() {
            if let name = record.name {
                byName[NameKey(record.namespace, record.group, name)] = index
            }
            guard let pattern = record.pattern else { continue }
            // As an export writes it: canonically, or as written in another language.
            add(RouteRecord.nativeSyntax, pattern, of: record, pattern)
            if let text = record.dialectText { add(record.syntax, text, of: record, pattern) }
            let key = PatternKey(record.namespace, pattern, kind: record.kind)
            byPattern[key, default: []].append(index)
            byAnyKind[PatternKey(record.namespace, pattern), default: []].append(index)
        }
    }

    private mutating func add(
        _ syntax: String, _ text: String, of record: RouteRecord, _ pattern: String
    ) {
        let key = WrittenKey(
            namespace: record.namespace, syntax: TextKey(syntax), text: TextKey(text))
        byText[key, default: (pattern, [])].all.insert(TextKey(pattern))
    }

    /// The live routes that no requested route updates.
    var rest: [RouteRecord] {
        zip(records, isTaken).compactMap { $1 ? nil : $0 }
    }

    /// The canonical pattern for a text: that of a live route that an export would write with this
    /// text, or else the pattern that the text is read as.
    func pattern(
        of text: String, _ syntax: String, in namespace: NamespaceID, readAs read: String?
    ) -> String? {
        let key = WrittenKey(
            namespace: namespace, syntax: TextKey(syntax), text: TextKey(text))
        guard let patterns = byText[key] else { return read }
        if let read, patterns.all.contains(TextKey(read)) { return read }
        return patterns.first
    }

    /// The live routes with a pattern and kind, or with the name of a task, that are not taken yet.
    func candidates(
        in namespace: NamespaceID, pattern: String?, _ draft: RouteDraft
    ) -> [RouteRecord] {
        let indices: [Int]
        if let pattern {
            indices = byPattern[PatternKey(namespace, pattern, kind: draft.kind)] ?? []
        } else {
            indices = nameIndex(in: namespace, draft).map { [$0] } ?? []
        }
        return indices.filter { !isTaken[$0] }.map { records[$0] }
    }

    /// The live route with a draft's name, if it is not taken yet.
    func named(in namespace: NamespaceID, _ draft: RouteDraft) -> RouteRecord? {
        nameIndex(in: namespace, draft).flatMap { isTaken[$0] ? nil : records[$0] }
    }

    /// The oldest live route with a pattern, whatever its kind, that is not taken yet.
    mutating func first(in namespace: NamespaceID, pattern: String) -> RouteRecord? {
        let key = PatternKey(namespace, pattern)
        guard let indices = byAnyKind[key] else { return nil }
        let rest = indices[(taken[key] ?? 0)...]
        let first = rest.firstIndex { !isTaken[$0] }
        taken[key] = first ?? indices.count
        return first.map { records[indices[$0]] }
    }

    /// Marks a live route as taken.
    mutating func take(_ id: RouteID) {
        // The records are sorted by id.
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].id < id { low = middle + 1 } else { high = middle }
        }
        if low < records.count, records[low].id == id { isTaken[low] = true }
    }

    private func nameIndex(in namespace: NamespaceID, _ draft: RouteDraft) -> Int? {
        draft.name.flatMap { name in
            byName[NameKey(namespace, draft.group, name)]
        }
    }
}

extension String {
    /// Returns whether another text has the same bytes.
    func isSame(as other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }
}
