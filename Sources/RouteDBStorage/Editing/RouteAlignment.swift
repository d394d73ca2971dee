import RouteDBRouting

/// Which routes that are there are meant by routes that there shall be.
///
/// A wanted route means, of those that none before it means:
///
/// 1. the one that says the same in everything;
/// 2. the one of its name, in its group;
/// 3. the one of its pattern and kind;
/// 4. the one of its pattern.
///
/// Each step is made for all wanted routes before the next one begins.
struct RouteAlignment {
    private struct TextKey: Hashable {
        let namespace: NamespaceID
        let syntax: String
        let text: String
    }

    private struct PatternKey: Hashable {
        let namespace: NamespaceID
        let pattern: String
        let kind: String?
    }

    private struct NameKey: Hashable {
        let namespace: NamespaceID
        let group: String?
        let name: String
    }

    private let records: [RouteRecord]
    private var isMeant: [Bool]
    private var byText: [TextKey: [Int]] = [:]
    private var byPattern: [PatternKey: [Int]] = [:]
    private var byAnyKind: [PatternKey: [Int]] = [:]
    private var byName: [NameKey: Int] = [:]

    /// Prepares for live routes, which come by age.
    init(_ records: [RouteRecord]) {
        self.records = records
        isMeant = [Bool](repeating: false, count: records.count)
        for (index, record) in records.enumerated() {
            if let name = record.name {
                byName[NameKey(namespace: record.namespace, group: record.group, name: name)] =
                    index
            }
            guard let pattern = record.pattern else { continue }
            // As an export writes it: canonically, or in another language as it was written.
            add(RouteRecord.nativeSyntax, pattern, index)
            if let text = record.dialectText { add(record.syntax, text, index) }
            var key = PatternKey(
                namespace: record.namespace, pattern: pattern, kind: record.kind)
            byPattern[key, default: []].append(index)
            key = PatternKey(namespace: record.namespace, pattern: pattern, kind: nil)
            byAnyKind[key, default: []].append(index)
        }
    }

    private mutating func add(_ syntax: String, _ text: String, _ index: Int) {
        let key = TextKey(namespace: records[index].namespace, syntax: syntax, text: text)
        byText[key, default: []].append(index)
    }

    /// The routes that no wanted one means.
    var rest: [RouteRecord] {
        zip(records, isMeant).compactMap { $1 ? nil : $0 }
    }

    /// The canonical pattern that a text means: that of a route which an export would write so, or
    /// else what it is read as.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - syntax: Its language.
    ///   - namespace: The namespace.
    ///   - read: What the text is read as today; `nil`: it is no pattern today.
    func pattern(
        of text: String, _ syntax: String, in namespace: NamespaceID, readAs read: String?
    ) -> String? {
        let known = byText[TextKey(namespace: namespace, syntax: syntax, text: text)] ?? []
        let patterns = known.compactMap { records[$0].pattern }
        return patterns.first { $0 == read } ?? patterns.first ?? read
    }

    /// The routes of a pattern and kind, or of the name of a task, that none means so far.
    func candidates(
        in namespace: NamespaceID, pattern: String?, _ draft: RouteDraft
    ) -> [RouteRecord] {
        let indices: [Int]
        if let pattern {
            let key = PatternKey(namespace: namespace, pattern: pattern, kind: draft.kind)
            indices = byPattern[key] ?? []
        } else {
            indices = nameIndex(in: namespace, draft).map { [$0] } ?? []
        }
        return indices.filter { !isMeant[$0] }.map { records[$0] }
    }

    /// The route of a draft's name, if none means it so far.
    func named(in namespace: NamespaceID, _ draft: RouteDraft) -> RouteRecord? {
        nameIndex(in: namespace, draft).flatMap { isMeant[$0] ? nil : records[$0] }
    }

    /// The oldest route of a pattern, whatever its kind, that none means so far.
    func first(in namespace: NamespaceID, pattern: String) -> RouteRecord? {
        let key = PatternKey(namespace: namespace, pattern: pattern, kind: nil)
        return (byAnyKind[key] ?? []).first { !isMeant[$0] }.map { records[$0] }
    }

    /// Notes that a wanted route means a route.
    mutating func take(_ id: RouteID) {
        // The records come by age.
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].id < id { low = middle + 1 } else { high = middle }
        }
        if low < records.count, records[low].id == id { isMeant[low] = true }
    }

    private func nameIndex(in namespace: NamespaceID, _ draft: RouteDraft) -> Int? {
        draft.name.flatMap { name in
            byName[NameKey(namespace: namespace, group: draft.group, name: name)]
        }
    }
}
