import Foundation
import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import RouteDBTraffic

/// Why a registry or a history is not as its model.
struct SimulationDifference: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static func unless(
        _ isEqual: Bool, _ description: @autoclosure () -> String
    ) throws(SimulationDifference) {
        if !isEqual { throw SimulationDifference(description()) }
    }
}

/// A clock that steps turn forwards and backwards.
final class SimulatedClock: Sendable {
    private let time = Locked(RegistryOptions.testTime)

    var now: Timestamp { time.withLock { $0 } }

    func turn(by duration: Duration) { time.withLock { $0 = $0 + duration } }
}

/// Runs steps on real files, with two connections, and compares what is there with the models.
final class Simulation {
    let directory: TemporaryDirectory
    var registryPath: String { directory.path("routes.db") }
    var historyPath: String { directory.path("routes.hits.db") }
    let clock = SimulatedClock()
    var model: RegistryModel
    var history: HistoryModel
    private var connections: [RouteRegistry] = []
    private var backUps = 0

    private init(mistake: SimulationMistake?) throws {
        directory = try TemporaryDirectory()
        model = RegistryModel(time: RegistryOptions.testTime, mistake: mistake)
        history = HistoryModel(mistake: mistake)
    }

    /// Runs steps.
    ///
    /// - Returns: The first difference, with the number of the step; `nil` if there is none.
    static func firstDifference(
        _ steps: [SimulationStep], mistake: SimulationMistake? = nil
    ) async -> (step: Int, text: String)? {
        var number = 0
        do {
            let simulation = try Simulation(mistake: mistake)
            try await simulation.open()
            for step in steps {
                number += 1
                try await simulation.run(step)
            }
            number += 1
            try await simulation.checkEverything()
            await simulation.close()
            return nil
        } catch {
            return (number, "\(error)")
        }
    }

    // MARK: Connections

    private func options(_ access: RegistryOptions.Access) -> RegistryOptions {
        var options = RegistryOptions.testing(access)
        options.busyTimeout = .zero
        options.now = { [clock] in clock.now }
        return options
    }

    private func open() async throws {
        connections = [
            try await RouteRegistry.open(registryPath, options: options(.creating)),
            try await RouteRegistry.open(registryPath, options: options(.writing)),
        ]
    }

    private func close() async {
        for connection in connections { await connection.close() }
        connections = []
    }

    var now: Timestamp { clock.now }

    // MARK: Steps

    private func run(_ step: SimulationStep) async throws {
        switch step.action {
        case .turnClock(let seconds): return clock.turn(by: .seconds(seconds))
        case .restart:
            await close()
            return try await open()
        case .resolve(let url, let isAnonymous): return try compare(url, isAnonymous: isAnonymous)
        default: break
        }
        guard let fault = step.fault else {
            let registry = connections[step.isBySecond ? 1 : 0]
            try await settle(
                try await perform(step.action, registry), isDone: true, mayBeLost: false)
            return try await compareNewest()
        }
        try await run(step, with: fault)
    }

    /// Runs a step by a process of its own whose disk fails.
    ///
    /// What it was told is done is there afterwards, and the rest is done whole or not at all.
    private func run(_ step: SimulationStep, with fault: PlannedFault) async throws {
        await close()
        var outcome: Result<SimulatedEffect, any Error>?
        _ = await fault.strike(directory.path) {
            do {
                let registry = try await RouteRegistry.open(
                    registryPath, options: options(.writing))
                do {
                    outcome = .success(try await perform(step.action, registry))
                } catch {
                    outcome = .failure(error)
                }
                await registry.close()
            } catch {
                outcome = .failure(error)
            }
        }
        try await open()
        switch outcome {
        case .success(let effect):
            // Hits and tags are told to be done when they are written, not when they are synced.
            try await settle(effect, isDone: true, mayBeLost: fault.kind == .power)
        case .failure(let error):
            guard error is RouteDBError else { throw error }
            try await settle(effect(of: step.action), isDone: false, mayBeLost: true)
        case nil: break
        }
        try await compareNewest()
        try await checkFiles()
    }

    /// Brings the models to where the files must be, and where either is right, to where they are.
    private func settle(
        _ effect: SimulatedEffect, isDone: Bool, mayBeLost: Bool
    ) async throws {
        switch effect {
        case .nothing: break
        case .content(let content):
            let found = try await connections[0].snapshot().inOrder
            guard isDone || found != model.newest else { return }
            model.commit(content, time: now)
        case .document(let routes):
            let found = try await connections[0].snapshot().inOrder
            guard found.revision != model.newest.revision else {
                let isEqual =
                    Self.texts(of: model.newest, inDefault: true) == Self.texts(of: routes)
                    || routes.isEmpty
                return try SimulationDifference.unless(!isDone || isEqual, "nothing was applied")
            }
            try accept(found, of: routes)
        case .tag(let name, let number):
            let isThere =
                try await connections[0].tags.first { $0.name == name }?.revision == number
            if isDone || isThere { model.tags[name] = number }
        case .history(let after, let log):
            let found = try content()
            let isAfter = found == after.content
            if let log, !isDone, try await isBeingForgotten(log) {
                // Each step of forgetting is whole; doing it again completes it, also if no hit is left.
                try await forget(log)
                history = after
            } else if isAfter || !mayBeLost {
                history = after
            }
        case .pruning(let kept):
            let found = Set(try content().urls)
            let isEqual = found == kept || !isDone || mayBeLost
            try SimulationDifference.unless(
                isEqual, "pruning left \(found.count) hits, not \(kept.count)")
            let isWithin = found.isSuperset(of: kept) && found.isSubset(of: history.hits.keys)
            try SimulationDifference.unless(isWithin, "pruning took or left what it must not")
            history.prune(keeping: found)
        case .pruningTo(let count):
            let found = Set(try content().urls)
            let left = min(history.hits.count, count)
            let isRight = isDone && !mayBeLost ? found.count == left : found.count >= left
            try SimulationDifference.unless(
                isRight, "pruning left \(found.count) hits, not \(left)")
            history.prune(keeping: found.intersection(history.hits.keys))
        }
    }

    /// Takes over what a document made of the registry, after checking that it is what it says.
    ///
    /// Other namespaces than those that it mentions stay as they are.
    private func accept(_ found: RegistrySnapshot, of routes: [SimulatedRoute]) throws {
        let old = model.newest
        try SimulationDifference.unless(
            Self.texts(of: found, inDefault: true) == Self.texts(of: routes),
            "the document was applied otherwise")
        try SimulationDifference.unless(
            Self.texts(of: found, inDefault: false) == Self.texts(of: old, inDefault: false),
            "the document changed another namespace")
        let ids = Set(found.routes.map(\.id))
        let other = Set(found.routes.filter { $0.namespace.rawValue != 1 }.map(\.id))
        var content = old
        content.routes = found.routes
        // A route of a document has the default values that it states there, so none.
        content.defaults = old.defaults.filter { scope, _ in
            if case .route(let id) = scope { other.contains(id) } else { true }
        }
        content.accessRules.removeAll { rule in
            if case .route(let id) = rule.scope { !ids.contains(id) } else { false }
        }
        model.commit(content, time: now)
    }

    private static func texts(of content: RegistrySnapshot, inDefault: Bool) -> [String] {
        content.routes.filter { ($0.namespace.rawValue == 1) == inDefault }.map {
            "\($0.patternText) \($0.target) \($0.name ?? "-") \($0.priority) \($0.isEnabled)"
                + text(of: $0.redirect)
        }.sorted()
    }

    private static func texts(of routes: [SimulatedRoute]) -> [String] {
        routes.map {
            "\($0.pattern) \($0.target) \($0.name ?? "-") \($0.priority) true"
                + text(of: $0.redirect)
        }.sorted()
    }

    private static func text(of redirect: RouteRedirect?) -> String {
        redirect.map { " \($0.status) \($0.location ?? "-")" } ?? ""
    }

    // MARK: Comparing

    func content() throws -> HistoryContent {
        try HistoryContent(
            of: historyPath, exists: FileManager.default.fileExists(atPath: historyPath))
    }

    /// Compares the newest state, as every connection sees it.
    private func compareNewest() async throws {
        for (index, connection) in connections.enumerated() {
            let found = try await connection.snapshot().inOrder
            try SimulationDifference.unless(
                found == model.newest,
                "connection \(index) has\n  \(found)\n, not\n  \(model.newest)")
            try await connection.refresh()
            try SimulationDifference.unless(
                connection.table.revision == model.newest.revision,
                "connection \(index) resolves at \(connection.table.revision)")
        }
        let hits = try content()
        try SimulationDifference.unless(
            hits == history.content,
            "the history has \(hits.urls.count) hits, total \(hits.total), not"
                + " \(history.content.urls.count), total \(history.content.total)")
    }

    /// Compares the answer of both connections with that of the naive matcher and rules.
    private func compare(_ url: String, isAnonymous: Bool) throws {
        var request = ResolutionRequest(url)
        request.principal = isAnonymous ? nil : RequestPrincipal("p")
        request.time = now
        let matches = ReferenceMatcher(model.newest).matches(Array(url.utf8))
        for connection in connections {
            let resolution = connection.table.resolve(request)
            let found = resolution.foundRoute
            try SimulationDifference.unless(
                found?.id == matches.matches.first?.route,
                "\(url) finds \(found?.id.rawValue ?? 0), not"
                    + " \(matches.matches.first?.route.rawValue ?? 0)")
            guard let found else { continue }
            let expected = ReferenceAccess(model.newest)
                .answer(request, to: found, resolution.parameters)
            try SimulationDifference.unless(
                resolution.access.verdict == expected.verdict,
                "\(url) is decided \(resolution.access.verdict), not \(expected.verdict)")
            let redirect =
                expected.verdict == .allow
                ? Self.redirect(of: found, url, matches.matches[0].captures) : nil
            try SimulationDifference.unless(
                resolution.redirect == redirect,
                "\(url) is redirected\(Self.text(of: resolution.redirect)), not"
                    + Self.text(of: redirect))
        }
    }

    /// Where a route sends a URL, by texts put in place of texts: none of the values needs encoding.
    private static func redirect(
        of route: Route, _ url: String, _ captures: [ReferenceMatcher.Capture]
    ) -> RouteRedirect? {
        guard let redirect = route.redirect, var location = redirect.location else {
            return route.redirect
        }
        for capture in captures {
            let value = String(decoding: capture.text, as: UTF8.self)
            location = location.replacingOccurrences(of: "{\(capture.name ?? "")}", with: value)
        }
        let passed = (url.split(separator: "?").dropFirst().first ?? "").split(separator: "&")
            .filter { !route.patternText.contains("?\($0.prefix { $0 != "=" })=") }
        let own = location.prefix { $0 != "#" }.split(separator: "?").dropFirst().first
        let keys = Set((own ?? "").split(separator: "&").map { $0.prefix { $0 != "=" } })
        let joined = passed.filter { !keys.contains($0.prefix { $0 != "=" }) }
        if !joined.isEmpty {
            let end = location.firstIndex(of: "#") ?? location.endIndex
            location.insert(
                contentsOf: (own == nil ? "?" : "&") + joined.joined(separator: "&"), at: end)
        }
        return RouteRedirect(to: location, status: redirect.status)
    }

    private func checkFiles() async throws {
        let findings = try await connections[0].check()
        try SimulationDifference.unless(findings.isEmpty, "check: \(findings)")
        guard FileManager.default.fileExists(atPath: historyPath) else { return }
        do {
            let findings = try HitsReader(path: historyPath).verify()
            try SimulationDifference.unless(findings.isEmpty, "verify: \(findings)")
        } catch let error as RouteDBError where error.code == .notAHistory {}
    }

    /// Checks the files, and every revision that there ever was.
    private func checkEverything() async throws {
        try await compareNewest()
        try await checkFiles()
        for (index, content) in model.revisions.enumerated() {
            let found = try await connections[1].snapshot(at: Int64(index) + 1).inOrder
            try SimulationDifference.unless(found == content, "revision \(index + 1) has changed")
        }
        let tags = try await connections[1].tags
        try SimulationDifference.unless(
            Dictionary(uniqueKeysWithValues: tags.map { ($0.name, $0.revision) }) == model.tags,
            "the tags are \(tags), not \(model.tags)")
        for time in Set(model.times) {
            let newest = model.times.lastIndex { $0 <= time }.map { Int64($0) + 1 }
            let found = try await connections[0].revision(.time(time)).number
            try SimulationDifference.unless(found == newest, "@\(time) is revision \(found)")
        }
    }
}
