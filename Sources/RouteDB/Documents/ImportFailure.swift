/// The reason why input was not imported: its problems, in order.
package struct ImportFailure: Error {
    /// The name of the input.
    package let name: String
    package let problems: [InputProblem]
    /// Whether there may be more problems.
    package let isCutShort: Bool

    package init(name: String, problems: [InputProblem], isCutShort: Bool) {
        self.name = name
        self.problems = problems
        self.isCutShort = isCutShort
    }
}
