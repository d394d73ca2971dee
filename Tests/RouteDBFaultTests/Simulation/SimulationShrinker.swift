/// Leaves out of the steps of a simulation all that a difference does not need.
struct SimulationShrinker {
    let mistake: SimulationMistake?
    /// How many times a simulation may be run.
    var tries = 400

    /// - Parameter steps: Steps that show a difference.
    /// - Returns: Few steps that show one, and the difference.
    mutating func shrink(_ steps: [SimulationStep]) async -> (steps: [SimulationStep], text: String)
    {
        var shrunk = (steps: steps, text: "nothing")
        await keep(steps, in: &shrunk)
        var size = max(1, shrunk.steps.count / 2)
        while tries > 0 {
            let count = shrunk.steps.count
            await leaveOut(size, of: &shrunk)
            guard size == 1 else {
                size /= 2
                continue
            }
            if shrunk.steps.count == count, await !simplify(&shrunk) { break }
        }
        return shrunk
    }

    /// Tries to leave out some steps in a row, everywhere.
    private mutating func leaveOut(
        _ size: Int, of shrunk: inout (steps: [SimulationStep], text: String)
    ) async {
        for start in stride(from: 0, to: shrunk.steps.count, by: size).reversed()
        where tries > 0 && start < shrunk.steps.count {
            var fewer = shrunk.steps
            fewer.removeSubrange(start..<min(start + size, fewer.count))
            await keep(fewer, in: &shrunk)
        }
    }

    /// Tries to put something simpler in the place of a step.
    ///
    /// - Returns: Whether a step has become simpler.
    private mutating func simplify(
        _ shrunk: inout (steps: [SimulationStep], text: String)
    ) async -> Bool {
        for index in shrunk.steps.indices {
            for simple in Self.simpler(shrunk.steps[index]) where tries > 0 {
                var steps = shrunk.steps
                steps[index] = simple
                if await keep(steps, in: &shrunk) { return true }
            }
        }
        return false
    }

    /// Keeps steps if they show a difference, up to the one that does.
    ///
    /// - Returns: Whether they show one.
    @discardableResult
    private mutating func keep(
        _ steps: [SimulationStep], in shrunk: inout (steps: [SimulationStep], text: String)
    ) async -> Bool {
        tries -= 1
        guard let found = await Simulation.firstDifference(steps, mistake: mistake) else {
            return false
        }
        shrunk = (Array(steps.prefix(found.step)), "step \(found.step): \(found.text)")
        return true
    }

    private static func simpler(_ step: SimulationStep) -> [SimulationStep] {
        var simple: [SimulationStep] = []
        if step.fault != nil {
            simple.append(SimulationStep(action: step.action, isBySecond: step.isBySecond))
        }
        if step.isBySecond {
            var first = step
            first.isBySecond = false
            simple.append(first)
        }
        if case .edit(let changes, let aborts) = step.action, changes.count > 1 {
            for index in changes.indices {
                var fewer = changes
                fewer.remove(at: index)
                var edit = step
                edit.action = .edit(fewer, aborts: aborts)
                simple.append(edit)
            }
        }
        return simple
    }
}
