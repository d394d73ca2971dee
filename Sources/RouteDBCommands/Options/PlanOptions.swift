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
    func add(to requirements: inout [RouteRequirement]) {
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

/// A requirement in an argument: `key:kind`.
struct RequirementArgument: Hashable, Sendable {
    let requirement: RouteRequirement

    init(_ text: String) throws {
        // A key may contain a colon; a kind may not.
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), colon > text.startIndex
        else {
            throw ValidationError(
                "'\(text)' is not in the form 'key:type'; use 'any' for any type.")
        }
        do {
            let kind = try ValueKind(named: String(text[text.utf8.index(after: colon)...]))
            requirement = RouteRequirement(String(text[..<colon]), kind)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}

/// The current screens in an argument, bottom first: `Main,Show#1`.
struct StackArgument: Hashable, Sendable {
    let entries: [NavigationPlan.StackEntry]

    init(_ text: String) throws {
        entries = try CommaList.texts(text).map { text in
            let mark = text.utf8.firstIndex(of: UInt8(ascii: "#"))
            let target = String(text[..<(mark ?? text.endIndex)])
            guard !target.isEmpty else {
                throw ValidationError(
                    "'\(text)' is not a valid screen: use 'target' or 'target#key', separated by commas."
                )
            }
            return NavigationPlan.StackEntry(
                target, key: mark.map { String(text[text.utf8.index(after: $0)...]) })
        }
    }
}
