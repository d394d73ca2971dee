import RouteDBRouting

/// Replays the batches that one thread takes, in the order of the hits.
struct ReplayRun {
    /// What is answered to a hit, where that differs.
    private struct Answers {
        /// The number of the group.
        let group: Int
        let fields: [RegistryChange.Field]
    }

    private(set) var tally: ReplayTally
    private let task: ReplayTask
    /// Whether each difference is wanted.
    private let collects: Bool
    private var comparison: TableComparison
    /// By the numbers of pairs whose answers always differ in the same.
    private var known: [Answers?] = []

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
    ///
    /// - Returns: The differences, if each is wanted.
    mutating func replay(_ batch: ReplayBatch) -> [ReplayDifference] {
        var found: [ReplayDifference] = []
        let urls = batch.urls.span.bytes
        for index in 0..<batch.count {
            let answers: Answers?
            switch comparison.finding(of: urls.extracting(batch.range(of: index))) {
            case .outside: continue
            case .alike: answers = nil
            case .pair(let number): answers = self.answers(ofPair: number, to: batch, index)
            case .unknown:
                guard case .some(let resolved) = resolve(batch, index) else { continue }
                answers = resolved
            }
            tally.add(weight: batch.weights[index], time: batch.times[index])
            if let answers { add(answers, to: batch, index, &found) }
        }
        return found
    }

    private mutating func answers(
        ofPair number: Int, to batch: ReplayBatch, _ index: Int
    ) -> Answers? {
        if number < known.count { return known[number] }
        // The first URL of a pair speaks for all of them.
        let answers = resolve(batch, index) ?? nil
        known.append(answers)
        return answers
    }

    /// Resolves a hit against both tables, and compares the answers.
    ///
    /// - Returns: `nil` if neither answers from the namespace that is wanted; else the answers, or
    ///   `nil` within if they do not differ.
    private mutating func resolve(_ batch: ReplayBatch, _ index: Int) -> Answers?? {
        let request = batch.request(at: index, in: task.options.requestNamespace)
        let (old, new) = (task.tables.old.resolve(request), task.tables.new.resolve(request))
        if let wanted = task.options.namespace.map(TextKey.init) {
            let names = [old, new].map { $0.namespace.map { TextKey($0.name) } }
            guard names.contains(wanted) else { return nil }
        }
        let answers = AnswerComparison(old, new, task.pairing)
        guard !answers.classes.isEmpty else { return .some(nil) }
        let key = ReplayTally.Key(
            classes: answers.classes,
            outcomes: ReplayTally.Outcomes(old: old.outcome, new: new.outcome),
            old: old.foundRoute?.id, new: new.foundRoute?.id)
        return Answers(group: tally.group(key), fields: answers.fields)
    }

    /// Counts a hit as one whose answers differ.
    private mutating func add(
        _ answers: Answers, to batch: ReplayBatch, _ index: Int,
        _ found: inout [ReplayDifference]
    ) {
        let (weight, microseconds) = (batch.weights[index], batch.times[index])
        tally.add(to: answers.group, weight: weight, time: microseconds)
        let url = batch.urls[batch.range(of: index)]
        let time = microseconds.map(Timestamp.init(microseconds:))
        if tally.wantsExample(answers.group, url) {
            let example = ReplayGroup.Example(
                url: Array(url), time: time, fields: answers.fields)
            tally.add(
                ReplayTally.Group.Example(place: batch.first + index, example: example),
                to: answers.group)
        }
        guard collects else { return }
        let key = tally.groups[answers.group].key
        found.append(
            ReplayDifference(
                place: batch.first + index, url: Array(url), time: time,
                principal: batch.principal(at: index), weight: weight, classes: key.classes,
                oldOutcome: key.outcomes.old, newOutcome: key.outcomes.new,
                oldRoute: key.old.flatMap { task.routes.old[$0] },
                newRoute: key.new.flatMap { task.routes.new[$0] }, fields: answers.fields))
    }
}
