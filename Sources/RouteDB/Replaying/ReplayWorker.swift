import RouteDBRouting
import RouteDBStorage

/// What all workers of a replay share, none of which changes.
struct ReplayTask: Sendable {
    let tables: (old: RoutingTable, new: RoutingTable)
    let revisions: (old: Int64, new: Int64)
    let pairing: RoutePairing
    let likeness: RouteLikeness
    let options: ReplayOptions
    /// By id; what they are called is only asked for where answers differ.
    let routes: (old: [RouteID: ReplayRoute], new: [RouteID: ReplayRoute])
}

/// One of the threads that resolve.
actor ReplayWorker {
    private let executor: QueueExecutor
    private let task: ReplayTask
    private let delivery: ReplayDelivery?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(_ number: Int, _ task: ReplayTask, _ delivery: ReplayDelivery?) {
        executor = QueueExecutor(label: "routedb.replay.\(number)")
        self.task = task
        self.delivery = delivery
    }

    /// Replays batches until there are no more.
    func run(_ queue: ReplayQueue) -> ReplayTally {
        var tally = ReplayTally(exampleLimit: task.options.exampleLimit)
        let likeness = task.likeness
        var comparison = TableComparison(
            task.tables.old, task.tables.new, in: task.options.requestNamespace,
            within: task.options.namespace, areAlike: { likeness.areAlike($0, $1) })
        while let batch = queue.pop() {
            let found = replay(batch, &comparison, &tally)
            if let delivery, !delivery.deliver(found, of: batch) { queue.cancel() }
        }
        return tally
    }

    private func replay(
        _ batch: ReplayBatch, _ comparison: inout TableComparison, _ tally: inout ReplayTally
    ) -> [ReplayDifference] {
        var found: [ReplayDifference] = []
        let urls = batch.urls.span.bytes
        for index in 0..<batch.count {
            switch comparison.finding(of: urls.extracting(batch.range(of: index))) {
            case .outside: break
            case .alike: tally.add(weight: batch.weights[index], time: batch.times[index])
            case .unknown:
                let difference = resolve(batch, index, &tally)
                if delivery != nil, let difference { found.append(difference) }
            }
        }
        return found
    }

    /// Resolves a hit against both tables, and compares the answers.
    private func resolve(
        _ batch: ReplayBatch, _ index: Int, _ tally: inout ReplayTally
    ) -> ReplayDifference? {
        let request = batch.request(at: index, in: task.options.requestNamespace)
        let (old, new) = (task.tables.old.resolve(request), task.tables.new.resolve(request))
        if let wanted = task.options.namespace.map(TextKey.init) {
            let names = [old, new].map { $0.namespace.map { TextKey($0.name) } }
            guard names.contains(wanted) else { return nil }
        }
        let (weight, time) = (batch.weights[index], batch.times[index])
        tally.add(weight: weight, time: time)
        let answers = AnswerComparison(old, new, task.pairing)
        guard !answers.classes.isEmpty else { return nil }
        let (left, right) = (old.foundRoute?.id, new.foundRoute?.id)
        let difference = ReplayDifference(
            place: batch.first + index, url: request.urlBytes,
            time: time.map(Timestamp.init(microseconds:)), principal: request.principal?.id,
            weight: weight, classes: answers.classes, oldOutcome: old.outcome,
            newOutcome: new.outcome, oldRoute: left.flatMap { task.routes.old[$0] },
            newRoute: right.flatMap { task.routes.new[$0] }, fields: answers.fields)
        tally.add(
            ReplayTally.Key(
                classes: answers.classes,
                outcomes: ReplayTally.Outcomes(old: old.outcome, new: new.outcome), old: left,
                new: right),
            weight: weight, time: time, example: difference.example)
        return difference
    }
}

extension ReplayDifference {
    fileprivate var example: ReplayTally.Group.Example {
        ReplayTally.Group.Example(
            place: place, example: ReplayGroup.Example(url: url, time: time, fields: fields))
    }
}
