import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// Documents name routes, so no line that is moved, inserted or merged gives a rule another route.
@Suite("Routes that documents refer to")
struct RouteMentionTests {
    /// Adds routes with targets of their own, of which many share a pattern; the code of a rule and
    /// the reason of a suppression are the target of their route, and its message what names it.
    private func fill(
        _ editor: RegistryEditor, seed: UInt64, _ numbers: Range<Int>
    ) throws {
        var random = SeededGenerator(seed: seed)
        for number in numbers {
            let name: String? = random.oneIn(2) ? random.pick(["a", "b", "12"]) : nil
            let group: String? = random.oneIn(2) ? random.pick(["g", "h"]) : nil
            let draft = RouteDraft(
                pattern: "/p\(random.below(4))", target: "t\(number)", name: name, group: group,
                kind: random.oneIn(2) ? random.pick(["GET", "post"]) : nil,
                namespace: random.pick(["default", "web"]))
            guard case .added(let id)? = try? editor.add(draft, onDuplicate: .keepBoth) else {
                continue
            }
            let reference = RouteReference(id)
            if random.oneIn(2) {
                try editor.addRule(
                    RuleDraft(
                        .deny, in: .route(reference), code: draft.target,
                        message: Self.name(
                            draft.name, group, draft.pattern ?? "", draft.kind, draft.namespace)))
            }
            if random.oneIn(3) {
                try editor.addSuppression(
                    SuppressionDraft(.disabled, route: reference, reason: draft.target))
            }
        }
    }

    /// What names a route: its name, else its pattern and kind.
    private static func name(
        _ name: String?, _ group: String?, _ pattern: String, _ kind: String?, _ namespace: String
    ) -> String {
        namespace + ":"
            + (name.map { "\(group ?? "")/\($0)" } ?? "\(pattern) \(kind?.uppercased() ?? "-")")
    }

    private func make(
        _ seed: UInt64, _ body: (RouteRegistry, inout SeededGenerator) async throws -> Void
    ) async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                try editor.updateNamespace("default") { draft throws(RouteDBError) in
                    draft.overrides[.registration] = "keep-both"
                }
                var web = NamespaceDraft(name: "web", schemes: ["web"])
                web.overrides[.registration] = "keep-both"
                try editor.addNamespace(web)
                try fill(editor, seed: seed, 0..<14)
            }
            var random = SeededGenerator(seed: ~seed)
            try await body(registry, &random)
        }
    }

    /// The lines of a document, without the commas between items.
    private func lines(_ registry: RouteRegistry) async throws -> [String] {
        String(decoding: try await registry.export(), as: UTF8.self).split(separator: "\n").map {
            $0.hasPrefix("{") && $0.hasSuffix(",") ? String($0.dropLast()) : String($0)
        }
    }

    /// The document of lines.
    private func document(_ lines: [String]) throws -> RegistryDocument {
        var text = ""
        for (line, next) in zip(lines, lines.dropFirst() + [""]) {
            text += line + (line.hasSuffix("}") && next.hasPrefix("{") ? ",\n" : "\n")
        }
        return try RegistryDocument(parsing: Array(text.utf8), format: .json)
    }

    /// The indexes of the lines of a section.
    private func section(_ name: String, _ lines: [String]) -> Range<Int> {
        guard let start = lines.firstIndex(where: { $0.hasSuffix("\"\(name)\":[") }) else {
            return 0..<0
        }
        let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("]") } ?? lines.count
        return start + 1..<end
    }

    /// Checks that each rule and suppression is still about its route.
    private func check(_ snapshot: RegistrySnapshot, _ comment: Comment) {
        let targets = Dictionary(
            snapshot.routes.map { ($0.id, $0.target) }, uniquingKeysWith: { first, _ in first })
        for rule in snapshot.accessRules {
            guard case .route(let id) = rule.scope else { continue }
            #expect(targets[id] == rule.code, comment)
        }
        for suppression in snapshot.suppressions {
            #expect(suppression.route.flatMap { targets[$0] } == suppression.reason, comment)
        }
    }

    /// Checks that each rule is about a route that goes by the same name, or else by the same pattern
    /// and kind; if several do, about the same one.
    private func checkNames(_ snapshot: RegistrySnapshot, _ comment: Comment) throws {
        let routes = Dictionary(
            snapshot.routes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let spaces = snapshot.namespaceNames
        let names = routes.mapValues {
            Self.name($0.name, $0.group, $0.patternText, $0.kind, spaces[$0.namespace] ?? "")
        }
        for rule in snapshot.accessRules {
            guard case .route(let id) = rule.scope else { continue }
            #expect(names[id] == rule.message, comment)
            if names.values.filter({ $0 == rule.message }).count > 1 {
                #expect(routes[id]?.target == rule.code, comment)
            }
        }
    }

    @Test func `an export is applied to an empty registry, and exported as the same bytes`()
        async throws
    {
        for seed in 0..<UInt64(FuzzBudget.tries(60, byDefault: 12)) {
            try await make(seed) { registry, _ in
                let bytes = try await registry.export()
                #expect(!String(decoding: bytes, as: UTF8.self).contains("\"route\":1"))
                let document = try RegistryDocument(parsing: bytes, format: .json)
                #expect(try await registry.plan(document).isEmpty, "seed \(seed)")
                try await RouteRegistry.withTemporary { other, _ in
                    try await other.apply(document)
                    #expect(try await other.export() == bytes, "seed \(seed)")
                    check(try await other.snapshot(), "seed \(seed)")
                }
            }
        }
    }

    @Test func `lines in another order change nothing`() async throws {
        for seed in 0..<UInt64(FuzzBudget.tries(60, byDefault: 12)) {
            try await make(seed) { registry, random in
                var lines = try await lines(registry)
                for name in ["routes", "rules", "suppressions"] {
                    let range = section(name, lines)
                    lines.replaceSubrange(range, with: lines[range].shuffled(using: &random))
                }
                let plan = try await registry.plan(try document(lines))
                #expect(plan.isEmpty, "seed \(seed): \(plan.diff.changes.map(\.label))")
            }
        }
    }

    @Test func `inserted lines leave each rule to its route, or the document is refused`()
        async throws
    {
        var applied = 0
        for seed in 0..<UInt64(FuzzBudget.tries(120, byDefault: 24)) {
            try await make(seed) { registry, random in
                var lines = try await lines(registry)
                for number in 0..<3 {
                    let range = section("routes", lines)
                    guard !range.isEmpty else { continue }
                    let pattern = "/p\(random.below(8))"
                    lines.insert(
                        "{\"pattern\":\"\(pattern)\",\"target\":\"new\(number)\"}",
                        at: range.lowerBound + random.below(range.count))
                }
                let document = try document(lines)
                guard let plan = try? await registry.plan(document) else { return }
                applied += 1
                check(plan.after, "seed \(seed)")
                #expect(plan.after.accessRules == plan.before.accessRules, "seed \(seed)")
            }
        }
        #expect(applied > 0)
    }

    @Test func `two edits that git merges leave each rule to its route, or are refused`()
        async throws
    {
        var applied = 0
        for seed in 0..<UInt64(FuzzBudget.tries(200, byDefault: 40)) {
            try await make(seed) { registry, random in
                let base = try await lines(registry)
                // One exports what was changed in a registry, the other edits the lines.
                try await registry.edit { editor in
                    var random = SeededGenerator(seed: seed)
                    for id in 1...14 where random.oneIn(6) {
                        _ = try? editor.remove(RouteReference(RouteID(rawValue: Int64(id))))
                    }
                    try fill(editor, seed: seed + 1_000, 20..<23)
                }
                let ours = try await lines(registry)
                let theirs = edited(base, &random)
                guard let merged = Self.merge(base, ours, theirs),
                    let document = try? document(merged)
                else { return }
                try await RouteRegistry.withTemporary { other, _ in
                    guard let plan = try? await other.plan(document) else { return }
                    applied += 1
                    try checkNames(plan.after, "seed \(seed)")
                }
            }
        }
        #expect(applied > 0)
    }

    /// Inserts routes, removes lines, and adds rules about routes that have some.
    private func edited(_ base: [String], _ random: inout SeededGenerator) -> [String] {
        var lines = base
        let routes = section("routes", lines)
        if !routes.isEmpty {
            lines.insert(
                "{\"pattern\":\"/p\(random.below(8))\",\"target\":\"theirs\"}",
                at: routes.lowerBound + random.below(routes.count))
        }
        let rules = section("rules", lines)
        if !rules.isEmpty {
            let index = rules.lowerBound + random.below(rules.count)
            let copy = lines[index].replacing(
                "\"subject\":\"anyone\"", with: "\"subject\":\"anonymous\"")
            if random.oneIn(3) { lines[index] = copy } else { lines.insert(copy, at: index) }
        }
        return lines
    }

    /// Merges two edits of lines as git does; `nil` if they conflict.
    private static func merge(_ base: [String], _ ours: [String], _ theirs: [String]) -> [String]? {
        let (left, right) = (kept(base, ours), kept(base, theirs))
        var merged: [String] = []
        var (start, ourStart, theirStart) = (0, 0, 0)
        while true {
            let next = (start..<base.count).first { left[$0] != nil && right[$0] != nil }
            let end = next ?? base.count
            let ourEnd = next.flatMap { left[$0] } ?? ours.count
            let theirEnd = next.flatMap { right[$0] } ?? theirs.count
            let old = base[start..<end]
            let (our, their) = (ours[ourStart..<ourEnd], theirs[theirStart..<theirEnd])
            if our == old {
                merged += their
            } else if their == old || our == their {
                merged += our
            } else {
                return nil
            }
            guard next != nil else { return merged }
            merged.append(base[end])
            (start, ourStart, theirStart) = (end + 1, ourEnd + 1, theirEnd + 1)
        }
    }

    /// Returns where each line of a text is in another, as far as a longest common sequence has it.
    private static func kept(_ old: [String], _ new: [String]) -> [Int: Int] {
        var lengths = [[Int]](
            repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
        for row in old.indices.reversed() {
            for column in new.indices.reversed() {
                lengths[row][column] =
                    old[row] == new[column]
                    ? lengths[row + 1][column + 1] + 1
                    : max(lengths[row + 1][column], lengths[row][column + 1])
            }
        }
        var found: [Int: Int] = [:]
        var (row, column) = (0, 0)
        while row < old.count, column < new.count {
            if old[row] == new[column] {
                found[row] = column
                (row, column) = (row + 1, column + 1)
            } else if lengths[row + 1][column] >= lengths[row][column + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return found
    }
}
