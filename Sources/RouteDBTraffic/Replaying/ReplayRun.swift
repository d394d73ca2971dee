import RouteDB
import RouteDBDatabase
import RouteDBInsight
import RouteDBRouting

/// Replays the batches that one thread takes, in the order of the hits.
struct ReplayRun {
    /// How the answers to a hit differ.
    private struct Difference {
        /// The index of the group.
        let group: Int
        let fields: [RegistryChange.Field]
    }

    private enum Answers {
        /// Neither answer is from the requested namespace.
        case outside
        case alike(isMatched: Bool)
        case different(Difference, isMatched: Bool)
    }

    private(set) var tally: ReplayTally
    private let task: ReplayTask
    /// True if each difference is reported on its own.
    private let collects: Bool
    private var comparison: TableComparison
    /// The differences by number of pair: all hits of a pair differ alike.
    ///
    /// `nil` if not seen yet.
    private var known: [Difference?] = []
    // The attributes that the rules of routes read, by route.
    private var oldNames: [RouteID: AttributeNames] = [:]
    private var newNames: [RouteID: AttributeNames] = [:]

    init(_ task: ReplayTask, collects: Bool) {
        self.task = task
        self.collects = collects
        tally = ReplayTally(exampleLimit: task.options.exampleLimit)
        let likeness = task.likeness
        comparison = TableComparison(
            task.tables.old, task.tables.new, in: task.options.requestNamespace,
            within: task.options.namespace, compare: { likeness.compare($0, $1) })
    }

    /// Replays the hits of a batch.
    mutating func replay(_ batch: ReplayBatch) -> [ReplayDifference] {
        var found: [ReplayDifference] = []
        let urls = batch.urls.span.bytes
        for index in 0..<batch.count {
            let answers: Answers
            switch finding(of: urls.extracting(batch.range(of: index)), batch, index) {
            case .outside: answers = .outside
            case .alike(let isMatched): answers = .alike(isMatched: isMatched)
            case .pair(let number): answers = self.answers(ofPair: number, to: batch, index)
            case .unknown: answers = resolve(batch, index)
            }
            let (weight, time) = (batch.weights[index], batch.times[index])
            switch answers {
            case .outside: break
            case .alike(let isMatched): tally.add(weight: weight, time: time, isMatched: isMatched)
            case .different(let difference, let isMatched):
                tally.add(weight: weight, time: time, isMatched: isMatched)
                add(difference, to: batch, index, &found)
            }
        }
        return found
    }

    /// Returns the knowledge about a hit that its URL alone gives.
    ///
    /// A kind may choose another route than the first, as may a namespace that the request started in.
    @inline(__always)
    private mutating func finding(
        of url: RawSpan, _ batch: ReplayBatch, _ index: Int
    ) -> TableComparison.Finding {
        task.hasKinds || batch.startsElsewhere(index) ? .unknown : comparison.finding(of: url)
    }

    /// Returns the answers for a pair of routes, resolving only its first URL.
    private mutating func answers(
        ofPair number: Int, to batch: ReplayBatch, _ index: Int
    ) -> Answers {
        while known.count <= number { known.append(nil) }
        if let difference = known[number] { return .different(difference, isMatched: true) }
        let answers = resolve(batch, index)
        if case .different(let difference, _) = answers { known[number] = difference }
        return answers
    }

    /// Resolves a hit against both tables and compares the answers.
    private mutating func resolve(_ batch: ReplayBatch, _ index: Int) -> Answers {
        let request = batch.request(
            at: index, by: task.requests, in: task.options.requestNamespace)
        let (old, new) = (task.tables.old.resolve(request), task.tables.new.resolve(request))
        if let wanted = task.options.namespace.map(TextKey.init) {
            let names = [old, new].map { $0.namespace.map { TextKey($0.name) } }
            guard names.contains(wanted) else { return .outside }
        }
        let isMatched = old.hasRoute || new.hasRoute
        let lacks = self.lacks(of: batch, index, old, new)
        if !lacks.isEmpty { tally.add(lacks, weight: batch.weights[index]) }
        let answers = AnswerComparison(old, new, task.pairing)
        guard !answers.classes.isEmpty else { return .alike(isMatched: isMatched) }
        let key = ReplayTally.Key(
            classes: answers.classes,
            outcomes: ReplayTally.Outcomes(old: old.outcome, new: new.outcome),
            old: old.foundRoute?.id, new: new.foundRoute?.id)
        return .different(
            Difference(group: tally.group(key), fields: answers.fields), isMatched: isMatched)
    }

    /// The attributes that rules of the routes read and that were not recorded with a hit.
    private mutating func lacks(
        of batch: ReplayBatch, _ index: Int, _ old: Resolution, _ new: Resolution
    ) -> Set<ReplayReport.Lack.Attribute> {
        var lacks: Set<ReplayReport.Lack.Attribute> = []
        let (attributes, isRecorded) = (batch.attributes(at: index), batch.hasAttributes(index))
        for (route, isOld) in [(old.foundRoute, true), (new.foundRoute, false)] {
            guard let route else { continue }
            let names = names(of: route, isOld: isOld)
            if !isRecorded, names.principal, batch.principals[index] == nil {
                lacks.insert(.principal)
            }
            if !isRecorded, route.kind != nil, batch.kind(at: index) == nil {
                lacks.insert(.kind)
            }
            if names.roles, attributes?.roles == nil { lacks.insert(.roles) }
            for name in names.claims where attributes?.claims[name] == nil {
                lacks.insert(.claim(name))
            }
            for name in names.context where attributes?.context[name] == nil {
                lacks.insert(.context(name))
            }
        }
        return lacks
    }

    /// The attributes that the rules of a route read.
    private mutating func names(of route: Route, isOld: Bool) -> AttributeNames {
        if let known = isOld ? oldNames[route.id] : newNames[route.id] { return known }
        let likeness = task.likeness
        if isOld {
            let names = likeness.attributeNames(ofOld: route)
            oldNames[route.id] = names
            return names
        }
        let names = likeness.attributeNames(ofNew: route)
        newNames[route.id] = names
        return names
    }

    /// Counts a hit whose answers differ.
    private mutating func add(
        _ difference: Difference, to batch: ReplayBatch, _ index: Int,
        _ found: inout [ReplayDifference]
    ) {
        let (weight, microseconds) = (batch.weights[index], batch.times[index])
        tally.add(
            to: difference.group, weight: weight, time: microseconds,
            principal: batch.principals[index])
        let url = batch.urls[batch.range(of: index)]
        let time = microseconds.map(Timestamp.init(microseconds:))
        if tally.wantsExample(difference.group, url) {
            let example = ReplayGroup.Example(
                url: Array(url), time: time, fields: difference.fields)
            tally.add(
                ReplayTally.Group.Example(place: batch.first + index, example: example),
                to: difference.group)
        }
        guard collects else { return }
        let key = tally.groups[difference.group].key
        found.append(
            ReplayDifference(
                place: batch.first + index, url: Array(url), time: time,
                principal: batch.principal(at: index), weight: weight, classes: key.classes,
                oldOutcome: key.outcomes.old, newOutcome: key.outcomes.new,
                oldRoute: key.old.flatMap { task.routes.old[$0] },
                newRoute: key.new.flatMap { task.routes.new[$0] }, fields: difference.fields))
    }
}

/// The immutable state that the workers of a replay share.
struct ReplayTask: Sendable {
    let tables: (old: RoutingTable, new: RoutingTable)
    let revisions: (old: Int64, new: Int64)
    let pairing: RoutePairing
    let likeness: RouteLikeness
    let options: ReplayOptions
    let requests: HitRequests
    /// True if a route of either registry is of a kind.
    let hasKinds: Bool
    /// True if a rule of either registry reads what the clients of hits tell.
    let readsVisitors: Bool
    /// The routes by id, for reports only.
    let routes: (old: [RouteID: ReplayRoute], new: [RouteID: ReplayRoute])
}

/// One of the threads that resolve.
actor ReplayWorker {
    private let executor: QueueExecutor
    private let task: ReplayTask
    private let delivery: ReplayDelivery?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(_ number: Int, _ task: ReplayTask, _ delivery: ReplayDelivery?) {
        executor = QueueExecutor(label: "routedb.replay.\(number)")
        self.task = task
        self.delivery = delivery
    }

    /// Replays batches until the queue ends.
    func run(_ queue: ReplayQueue) -> ReplayTally {
        var run = ReplayRun(task, collects: delivery != nil)
        while let batch = queue.pop() {
            let found = run.replay(batch)
            if let delivery, !delivery.deliver(found, of: batch) { queue.cancel() }
        }
        return run.tally
    }
}
