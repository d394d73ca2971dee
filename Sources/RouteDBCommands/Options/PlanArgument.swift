import ArgumentParser
import RouteDB

/// A plan in an argument: JSON, or where to read it from.
struct PlanArgument: Hashable, Sendable {
    /// The argument as given.
    let text: String

    init(_ text: String) { self.text = text }

    /// Whether the JSON is read from standard input.
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
            throw failure(RouteDBError(invalid: error))
        }
    }

    /// The name of the plan in messages.
    private var name: String {
        if isStandardInput { return "standard input" }
        return isJSON ? "--plan" : text
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
            guard problem.code != InputProblem.interruptedCode else {
                throw CommandFailure.interrupted
            }
            throw CommandFailure(
                problem.code, "\(name): \(problem.message)",
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
