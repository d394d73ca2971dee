import ArgumentParser
import RouteDB
import RouteDBTerminal

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

/// A plan in an argument: JSON, or where to read it from.
struct PlanArgument: Hashable, Sendable {
    /// The argument as given.
    let text: String

    init(_ text: String) { self.text = text }

    /// True if the JSON is read from standard input.
    var isStandardInput: Bool { text == "-" }

    /// Parses the plan of a route.
    func presentationOfRoute(in context: CommandContext) throws -> RoutePresentation {
        let json = try json(in: context)
        do {
            return try RoutePresentation(ofRoute: json)
        } catch {
            throw failure(error)
        }
    }

    /// Parses the plan of a request, which is merged with that of the route.
    func presentationOfRequest(in context: CommandContext) throws -> RoutePresentation {
        let json = try json(in: context)
        do {
            return try RoutePresentation(json: json)
        } catch {
            throw failure(RouteDBError(invalidPlan: error))
        }
    }

    /// The name of the plan in messages.
    private var name: String {
        if isStandardInput { return "standard input" }
        return isJSON ? "the plan" : text
    }

    private var isJSON: Bool {
        text.utf8.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
    }

    private func json(in context: CommandContext) throws -> JSONValue {
        do {
            return try JSONValue(parsing: isJSON ? Array(text.utf8) : try bytes(in: context))
        } catch let error as JSONError {
            throw CommandFailure(
                RouteDBError.Code.invalidPlan.description,
                "\(name), line \(error.line), column \(error.column): This is not JSON:"
                    + " \(error.message).", hint: #"Write an object, such as {"verb": "push"}."#)
        } catch let problem as InputProblem {
            guard problem.code != .interrupted else {
                throw CommandFailure.interrupted
            }
            throw CommandFailure(
                problem.code.description, "\(name): \(problem.message)",
                hint: #"Give JSON, such as '{"verb": "push"}', or the path of a file with it."#)
        }
    }

    private func bytes(in context: CommandContext) throws -> [UInt8] {
        let source = try context.source(text)
        context.interruption.watch()
        var reader = ByteReader(source)
        try reader.skipByteOrderMark()
        guard try !reader.lookAhead(InputLimits.plan + 1) else {
            throw InputProblem(at: nil, "A plan has at most \(InputLimits.plan) bytes.")
        }
        return Array(reader.ahead)
    }

    private func failure(_ error: RouteDBError) -> CommandFailure {
        CommandFailure(
            error.code.description, "\(name): \(error.message)", hint: error.hint)
    }
}
