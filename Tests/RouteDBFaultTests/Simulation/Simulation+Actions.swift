import Foundation
import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import RouteDBTraffic

/// What a step makes of the files.
enum SimulatedEffect: Sendable {
    case nothing
    /// The registry has this content, in a new revision.
    case content(RegistrySnapshot)
    /// The registry has exactly these routes, whatever their ids.
    case document([SimulatedRoute])
    /// A tag names a revision, or is gone.
    case tag(String, Int64?)
    /// The history is as a model; if a log was forgotten, that may also have been done in part.
    case history(HistoryModel, forgetting: Int?)
    /// The history has these hits left; in part, also others.
    case pruning(Set<String>)
    case pruningTo(Int)
}

extension Simulation {
    /// Does a step, and compares its answer with that of the model.
    func perform(
        _ action: SimulationStep.Action, _ registry: RouteRegistry
    ) async throws -> SimulatedEffect {
        let effect = try effect(of: action)
        switch action {
        case .edit(let changes, let aborts): try await edit(changes, aborts, registry)
        case .rollBack(let choice):
            let result = try await registry.rollBack(to: .number(model.number(choice)))
            try check(result.revision, effect)
        case .tag(let name, let choice, let isMoving):
            let number = model.number(choice)
            let isRefused = !isMoving && model.tags[name].map { $0 != number } ?? false
            try await expect(isRefused ? .tagConflict : nil) {
                try await registry.setTag(name, to: .number(number), isMoving: isMoving)
            }
        case .untag(let name):
            try await expect(model.tags[name] == nil ? .tagNotFound : nil) {
                try await registry.removeTag(name)
            }
        case .apply(let routes):
            // What lists nothing is taken for a mistake.
            try await expect(routes.isEmpty ? .invalidInput : nil) {
                try await registry.apply(RegistryDocument(routes: routes.map(\.draft)))
            }
        case .backUp: try await backUp(registry)
        case .record(let count, let stream):
            try writer(stream).append(HitBatch(history.batch(count, at: now)))
        case .seal: try writer(1).seal()
        case .importLog(let log, let lines): try await importLog(log, lines)
        case .forget(let log): try await forget(log)
        case .prune(let count):
            _ = try writer(1).prune(HitRetention(maximumHits: Int64(count)), time: now)
        case .pruneOlder(let seconds):
            _ = try writer(1).prune(HitRetention(olderThan: now + .seconds(seconds)), time: now)
        case .sumUp(let parameters): try writer(1).sumUp(parameters: parameters)
        case .resolve, .turnClock, .restart: break
        }
        return effect
    }

    /// What a step must make of the files, by the models.
    func effect(of action: SimulationStep.Action) throws -> SimulatedEffect {
        switch action {
        case .edit(let changes, let aborts):
            let edit = ModelEdit(changes, of: model)
            return aborts || !edit.hasChanged ? .nothing : .content(edit.content)
        case .rollBack(let choice):
            return model.rolledBack(to: model.number(choice)).map { .content($0) } ?? .nothing
        case .tag(let name, let choice, let isMoving):
            let number = model.number(choice)
            let isRefused = !isMoving && model.tags[name].map { $0 != number } ?? false
            return isRefused ? .nothing : .tag(name, number)
        case .untag(let name): return model.tags[name] == nil ? .nothing : .tag(name, nil)
        case .apply(let routes): return .document(routes)
        case .record(let count, _):
            var after = history
            after.record(history.batch(count, at: now))
            return .history(after, forgetting: nil)
        case .importLog(let log, let lines):
            var after = history
            after.importLog(log, lines: lines)
            return .history(after, forgetting: nil)
        case .forget(let log):
            var after = history
            after.forget(log)
            return .history(after, forgetting: log)
        case .prune(let count): return .pruningTo(count)
        case .pruneOlder(let seconds):
            let limit = (now + .seconds(seconds)).microseconds
            let kept = try content().times.filter { $0.value >= limit }
            return .pruning(Set(kept.keys))
        case .backUp, .seal, .sumUp, .resolve, .turnClock, .restart: return .nothing
        }
    }

    private struct Abort: Error {}

    private func edit(
        _ changes: [SimulatedChange], _ aborts: Bool, _ registry: RouteRegistry
    ) async throws {
        let edit = ModelEdit(changes, of: model)
        let requests = edit.requests
        let answers = Locked<[String]>([])
        do {
            let result = try await registry.edit { editor in
                let found = try requests.map { try $0.run(editor) }
                answers.withLock { $0 = found }
                if aborts { throw Abort() }
            }
            try check(result.revision, edit.hasChanged ? .content(edit.content) : .nothing)
        } catch is Abort {}
        let found = answers.withLock { $0 }
        try SimulationDifference.unless(
            found == edit.answers, "the answers are \(found), not \(edit.answers)")
    }

    /// Checks the number of the revision that a step made, or that it made none.
    private func check(_ revision: Int64?, _ effect: SimulatedEffect) throws {
        let expected: Int64? =
            if case .content = effect { model.newest.revision + 1 } else { nil }
        try SimulationDifference.unless(
            revision == expected,
            "revision \(revision.map { "\($0)" } ?? "none"), not \(expected.map { "\($0)" } ?? "none")"
        )
    }

    /// Does what fails with a code, or does not fail.
    private func expect(
        _ code: RouteDBError.Code?, _ body: () async throws -> some Any
    ) async throws {
        do {
            _ = try await body()
        } catch let error as RouteDBError where error.code == code {
            return
        }
        try SimulationDifference.unless(code == nil, "it did not fail with \(code as Any)")
    }

    /// Copies the registry, and compares the copy.
    private func backUp(_ registry: RouteRegistry) async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let path = directory.path("copy.db")
        try await registry.backUp(to: path)
        let copy = try await RouteRegistry.open(path, options: .testing(.reading))
        let found = try await copy.snapshot().inOrder
        await copy.close()
        try SimulationDifference.unless(found == model.newest, "the copy has something else")
    }

    // MARK: History

    private func writer(_ stream: UInt8) throws -> HitsWriter {
        let writer = try HitsWriter(
            path: historyPath, stream: [UInt8](repeating: stream, count: 16), durability: .full,
            time: now, busyTimeout: .zero)
        // So that the few hits of a simulation are summed up, too.
        writer.summing.hitsPerRow = 1
        return writer
    }

    private func importLog(_ log: Int, _ lines: Int) async throws {
        let path = directory.path("log\(log).log")
        try Data(HistoryModel.text(of: log, lines: lines).utf8)
            .write(to: URL(fileURLWithPath: path))
        let importer = try await LogImporter.open(
            historyPath, options: LogImportOptions(resolving: .nothing), busyTimeout: .zero,
            now: { [clock] in clock.now })
        do {
            let report = try await importer.importFile(path)
            await importer.close()
            if let failure = report.failure { throw failure }
            let known = history.lines[log] ?? 0
            try SimulationDifference.unless(
                report.imported == max(0, lines - known) && report.rejected == 0,
                "imported \(report.imported) of \(lines) lines, of which \(known) were known")
        } catch {
            await importer.close()
            throw error
        }
    }

    /// Forgets a log, if it is there.
    func forget(_ log: Int) async throws {
        try await withImports(of: log) { history, records in
            guard !records.isEmpty else { return }
            try await history.forget(imports: Set(records.map(\.id)), time: self.now)
        }
    }

    /// Returns whether a log was forgotten in part.
    func isBeingForgotten(_ log: Int) async throws -> Bool {
        var isBegun = false
        try await withImports(of: log) { _, records in
            isBegun = records.contains { $0.isBeingForgotten }
        }
        return isBegun
    }

    /// Opens the history, if it is there, and closes it again.
    private func withImports(
        of log: Int, _ body: (HitHistory, [LogImportRecord]) async throws -> Void
    ) async throws {
        guard FileManager.default.fileExists(atPath: historyPath) else { return }
        let history: HitHistory
        do {
            history = try await HitHistory.open(historyPath, busyTimeout: .zero)
        } catch {
            if error.code == .notAHistory { return }
            throw error
        }
        do {
            let path = directory.path("log\(log).log")
            try await body(history, try await history.imports().filter { $0.name == path })
            await history.close()
        } catch {
            await history.close()
            throw error
        }
    }
}
