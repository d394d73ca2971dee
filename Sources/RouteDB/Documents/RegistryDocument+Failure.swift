public import RouteDBDatabase
package import RouteDBRouting

extension RegistryDocument {
    /// Why a document cannot be read, planned or applied: its problems, in order.
    ///
    /// It is the ``RouteDBError/underlying`` error of the ``RouteDBError`` that is thrown.
    public struct Failure: Error, Sendable {
        /// The name of the document.
        public let name: String
        /// True if there may be more problems, since reading stopped.
        public let isCutShort: Bool
        package let inputProblems: [InputProblem]

        /// The problems, one for each cause, in the order of the first place of each; at least one, and at
        /// most 20.
        public var problems: [Problem] { inputProblems.map(Problem.init) }

        package init(name: String, problems: [InputProblem], isCutShort: Bool) {
            self.name = name
            self.isCutShort = isCutShort
            inputProblems = problems
        }
    }

    /// A problem of a document, at the first place that has it.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line, counted from 1; `nil` for the document as a whole, and in code.
        public let line: Int?
        /// The column in bytes, counted from 1.
        public let column: Int?
        /// The place in a document that was made in code, such as `routes[2]`.
        public let item: String?
        /// The kind of problem.
        public let code: RouteDBError.Code
        /// The rule that is broken, as a sentence.
        public let message: String
        /// How to fix it, as a sentence, if there is something to suggest.
        public let hint: String?
        /// How many places have the problem, this one included.
        public let count: Int
        /// The place, the message and the hint.
        public let description: String

        init(_ problem: InputProblem) {
            line = problem.place?.line
            column = problem.place?.column
            item = problem.item
            code = problem.code
            message = problem.message
            hint = problem.hint
            count = problem.count
            description = problem.description
        }
    }
}

extension RouteDBError {
    /// Creates the error for a document with problems; its code is that of the first one.
    package init(_ failure: RegistryDocument.Failure) {
        let first = failure.inputProblems.first ?? InputProblem(at: nil, "It cannot be read.")
        let others = failure.inputProblems.reduce(-1) { $0 + $1.count }
        let place = first.placeText.map { ", \($0)" } ?? ""
        let more = others > 0 ? " (and \(NumberText.counted(others, "more problem")))" : ""
        self.init(
            first.code, "\(failure.name)\(place): \(first.message)\(more)", hint: first.hint,
            underlying: failure)
    }
}

extension NamespaceProfile {
    /// Returns a hint for a text that is no profile.
    package static func hint(for text: String) -> String {
        NameSuggestion.hint(for: text, among: allCases.map(\.rawValue))
    }
}

extension PatternSyntax {
    /// Returns a hint for a text that is no syntax.
    package static func hint(for text: String) -> String {
        let word = text.prefix { $0 != " " }
        guard NamespaceProfile(rawValue: String(word)) != nil else {
            return NamespaceProfile.hint(for: text)
        }
        return
            "Only 'aroute' can be followed by marks: one or two characters, then the mark before types."
    }
}

extension RouteNamespace.Access {
    /// Returns a hint for a text that is no access policy.
    package static func hint(for text: String) -> String {
        NameSuggestion.hint(for: text, among: allCases.map(\.rawValue))
    }
}
