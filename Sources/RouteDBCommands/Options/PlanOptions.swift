import ArgumentParser
import RouteDB

/// The options for what a handler requires, and how its target is presented.
struct PlanOptions: ParsableArguments {
    @Option(
        name: .customLong("require"),
        help: ArgumentHelp(
            """
            A value that the target requires, with its type: any, bool, int, number, string, \
            array or object.
            """, valueName: "key:kind"),
        transform: RequirementArgument.init)
    var requirements: [RequirementArgument] = []

    @Option(
        help: ArgumentHelp(
            "The navigation plan, which says how the target is shown: JSON, a file, or '-' for standard input.",
            valueName: "plan"),
        completion: .file(), transform: PlanArgument.init)
    var plan: PlanArgument?

    /// Whether none of the options is given.
    var isEmpty: Bool { requirements.isEmpty && plan == nil }

    /// Adds the requirements to those of a draft, replacing those with equal keys.
    func add(to requirements: inout [Requirement]) {
        for argument in self.requirements {
            let requirement = argument.requirement
            let index = requirements.firstIndex {
                $0.key.utf8.elementsEqual(requirement.key.utf8)
            }
            if let index {
                requirements[index] = requirement
            } else {
                requirements.append(requirement)
            }
        }
    }
}
