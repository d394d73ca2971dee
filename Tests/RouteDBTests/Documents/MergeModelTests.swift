import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

/// Random edits by two authors on two copies of a registry, merged and taken back, beside a model that merges
/// plain fields.
@Suite("Two authors")
struct MergeModelTests {
    /// What the model knows of a route: its fields by name.
    private typealias Fields = [String: String]
    /// The routes by name; each author names new ones by a letter of their own.
    private typealias State = [String: Fields]

    private static let fields = ["target", "priority", "note", "owner", "default"]
    private static let routes = (0..<6).map { "r\($0)" }

    /// One edit of one author.
    private enum Edit {
        case set(route: String, field: String, value: String)
        case remove(route: String)
        case add(route: String)

        static func random(
            by author: String, _ state: State, _ number: Int, _ generator: inout SeededGenerator
        ) -> Edit {
            let name = generator.pick(state.keys.sorted())
            switch generator.below(10) {
            case 0: return .remove(route: name)
            case 1, 2: return .add(route: "\(author)\(number)")
            default:
                return .set(
                    route: name, field: generator.pick(MergeModelTests.fields),
                    value: "\(generator.below(3))")
            }
        }

        func apply(to state: inout State) {
            switch self {
            case .set(let route, let field, let value): state[route]?[field] = value
            case .remove(let route): state[route] = nil
            case .add(let route): state[route] = MergeModelTests.new
            }
        }

        func apply(in editor: RegistryEditor) throws {
            switch self {
            case .add(let route):
                try editor.add(RouteDraft(pattern: "/\(route)", target: "0", name: route))
            case .remove(let route): _ = try editor.remove(RouteReference(route))
            case .set(let route, "default", let value):
                _ = try editor.setDefault(
                    "d", to: .string(value), in: .route(RouteReference(route)))
            case .set(let route, let field, let value):
                var draft = try editor.draft(of: RouteReference(route))
                switch field {
                case "target": draft.target = value
                case "priority": draft.priority = Int32(value) ?? 0
                case "note": draft.note = value
                default: draft.labels["owner"] = value
                }
                _ = try editor.replace(RouteReference(route), with: draft)
            }
        }
    }

    private static let new: Fields = ["target": "0", "priority": "0"]

    /// Merges two states by route and field; also returns the routes in conflict.
    private static func merged(
        _ base: State, _ ours: State, _ theirs: State
    ) -> (state: State, conflicts: Set<String>) {
        var (state, conflicts) = (State(), Set<String>())
        for name in Set(base.keys).union(ours.keys).union(theirs.keys) {
            guard let old = base[name] else {
                state[name] = ours[name] ?? theirs[name]
                continue
            }
            guard let mine = ours[name], let other = theirs[name] else {
                // Removed by one: in conflict if the other one has changed it.
                let left = ours[name] ?? theirs[name]
                if left != nil, left != old { conflicts.insert(name) }
                continue
            }
            var fields = Fields()
            for field in Self.fields {
                let (was, here, there) = (old[field], mine[field], other[field])
                if here != was, there != was, here != there { conflicts.insert(name) }
                fields[field] = here == was ? there : here
            }
            state[name] = fields
        }
        return (state, conflicts)
    }

    /// The routes of a registry as the model knows them.
    private static func state(of snapshot: RegistrySnapshot) -> State {
        var state = State()
        for route in snapshot.routes {
            var fields: Fields = ["target": route.target, "priority": "\(route.priority)"]
            fields["note"] = route.note
            fields["owner"] = route.labels["owner"]
            if case .string(let text)? = snapshot.defaults[.route(route.id)]?["d"] {
                fields["default"] = text
            }
            state[route.name ?? ""] = fields
        }
        return state
    }

    private static func open(_ path: String) async throws -> RouteRegistry {
        try await RouteRegistry.open(path, options: .testing(.writing))
    }

    private static func copy(_ path: String, to other: String) throws -> String {
        try FileManager.default.copyItem(atPath: path, toPath: other)
        return other
    }

    /// Makes edits, each as a revision of its own.
    private static func edit(
        _ path: String, by author: String, _ state: inout State,
        _ generator: inout SeededGenerator
    ) async throws {
        let registry = try await open(path)
        for number in 0..<generator.below(6) {
            let edit = Edit.random(by: author, state, number, &generator)
            try await registry.edit("\(edit)", author: author) { try edit.apply(in: $0) }
            edit.apply(to: &state)
        }
        #expect(Self.state(of: try await registry.snapshot()) == state)
        await registry.close()
    }

    @Test(
        "merge and revert are as the model says",
        arguments: 1...UInt64(FuzzBudget.tries(400, byDefault: 25)))
    func merges(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let directory = try TemporaryDirectory()
        let base = directory.path("base.db")
        let first = try await RouteRegistry.open(base, options: .testing(.creating))
        try await first.edit("Base") { editor in
            for name in Self.routes { try Edit.add(route: name).apply(in: editor) }
        }
        await first.close()
        let start = State(uniqueKeysWithValues: Self.routes.map { ($0, Self.new) })
        let (ann, bob) = (
            try Self.copy(base, to: directory.path("ann.db")),
            try Self.copy(base, to: directory.path("bob.db"))
        )
        var (anns, bobs) = (start, start)
        try await Self.edit(ann, by: "ann", &anns, &generator)
        try await Self.edit(bob, by: "bob", &bobs, &generator)
        let (wanted, conflicts) = Self.merged(start, anns, bobs)

        let results = [
            try await Self.merge(ann, bob, in: directory),
            try await Self.merge(bob, ann, in: directory),
        ]
        for result in results {
            #expect(result.conflicts == conflicts, "seed \(seed)")
            if conflicts.isEmpty {
                #expect(result.state == wanted, "seed \(seed)")
            } else {
                #expect(!result.isWritten, "seed \(seed)")
            }
            // What was there keeps its id.
            for (name, id) in result.ids where Self.routes.contains(name) {
                #expect(Self.routes.firstIndex(of: name).map { Int64($0 + 1) } == id)
            }
        }
        // Only the order of the routes that both authors added is that of their registration.
        let news = [anns, bobs].filter { !Set($0.keys).isSubset(of: start.keys) }
        if conflicts.isEmpty, news.count < 2 {
            #expect(results[0].digest == results[1].digest, "seed \(seed)")
        }
        try await Self.checkRevert(ann, start, seed)
    }

    /// What merging one registry into another came to.
    private struct Merged {
        var state: State
        var conflicts: Set<String>
        var isWritten: Bool
        var ids: [String: Int64]
        var digest: String
    }

    private static func merge(
        _ ours: String, _ theirs: String, in directory: TemporaryDirectory
    ) async throws -> Merged {
        let path = try copy(ours, to: directory.path("\(UUID()).db"))
        let (registry, other) = (try await open(path), try await open(theirs))
        let before = try await registry.snapshot().revision
        let trial = try await registry.merge(other, dryRun: true).value
        let merge = try await registry.merge(other).value
        #expect(merge.conflicts == trial.conflicts)
        let after = try await registry.snapshot()
        let names = trial.conflicts.map { conflict in
            String(conflict.change.label.split(separator: " ").last ?? "")
        }
        await registry.close()
        await other.close()
        return Merged(
            state: state(of: after), conflicts: Set(names), isWritten: after.revision != before,
            ids: Dictionary(
                uniqueKeysWithValues: after.routes.map { ($0.name ?? "", $0.id.rawValue) }),
            digest: after.contentDigest)
    }

    /// Taking back all revisions after the base is rolling back to it.
    private static func checkRevert(_ path: String, _ start: State, _ seed: UInt64) async throws {
        let registry = try await open(path)
        let last = try await registry.snapshot().revision
        if last > 2 {
            _ = try await registry.revert(.number(3), through: .number(last))
            let reverted = try await registry.snapshot()
            #expect(state(of: reverted) == start, "seed \(seed)")
            let base = try await registry.snapshot(at: .number(2))
            #expect(reverted.contentDigest == base.contentDigest, "seed \(seed)")
            #expect(reverted.routes.map(\.id) == base.routes.map(\.id), "seed \(seed)")
        }
        await registry.close()
    }
}
