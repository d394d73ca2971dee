/// Leaves out of the steps of a simulation all that a difference does not need.
struct SimulationShrinker {
    let mistake: SimulationMistake?
    /// How many times a simulation may be run.
    var tries = 400

    /// - Parameter steps: Steps that show a difference.
    /// - Returns: Few steps that show one, and the difference.
    mutating func shrink(_ steps: [SimulationStep]) async -> (steps: [SimulationStep], text: String)
    {
        var steps = steps
        var text = await Simulation.firstDifference(steps, mistake: mistake) ?? "nothing"
        var size = max(1, steps.count / 2)
        while tries > 0 {
            var hasShrunk = false
            for smaller in Self.smaller(steps, by: size) where tries > 0 {
                tries -= 1
                guard let found = await Simulation.firstDifference(smaller, mistake: mistake) else {
                    continue
                }
                (steps, text, hasShrunk) = (smaller, found, true)
                break
            }
            if !hasShrunk {
                guard size > 0 else { break }
                size /= 2
            }
        }
        return (steps, text)
    }

    /// The steps without some in a row; with a size of 0, with something simpler in place of one.
    private static func smaller(_ steps: [SimulationStep], by size: Int) -> [[SimulationStep]] {
        guard size == 0 else {
            return stride(from: 0, to: steps.count, by: size).reversed().map { start in
                Array(steps[..<start] + steps[min(start + size, steps.count)...])
            }
        }
        return steps.indices.flatMap { index in
            simpler(steps[index]).map { simple in
                var simplified = steps
                simplified[index] = simple
                return simplified
            }
        }
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
