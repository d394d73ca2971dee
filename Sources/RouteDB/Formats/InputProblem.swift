package import RouteDBDatabase

/// A place in an input; line and column count from 1, the column in bytes.
package struct InputPlace: Hashable, Sendable {
    package var line = 1
    package var column = 1

    /// Creates the place of the first byte.
    package init() {}

    init(line: Int, column: Int = 1) {
        self.line = line
        self.column = column
    }
}

extension InputPlace: CustomStringConvertible {
    package var description: String { "\(line):\(column)" }
}

/// A problem at one place of an input.
package struct InputProblem: Error, Hashable, Sendable {
    /// The place; `nil` for the input as a whole.
    package let place: InputPlace?
    /// The place in the structure of an input that is not a text, such as `routes[2]`.
    package let item: String?
    /// The rule that is broken, as a sentence.
    package let message: String
    /// How to fix it, as a sentence, if known.
    package let hint: String?
    /// Another remedy for the problem, in the words of whoever reads the input.
    package var remedy: Remedy?
    /// True if nothing after the place can be read.
    package let isFatal: Bool
    /// The stable code of the problem, as in JSON output.
    package let code: RouteDBError.Code
    /// How many places of the input have the problem, this one included.
    package private(set) var count = 1
    /// The places after this one, as far as they are listed.
    package private(set) var others: [String] = []

    /// A way to fix a problem that depends on how the input is read, so that each caller says it in
    /// its own words.
    package enum Remedy: Hashable, Sendable {
        /// Give a target for the routes without one.
        case giveTarget
        /// Give the name of the column of a field; `nearest` is a similar name among those in the
        /// header, and `hasHeader` tells whether these were read from the first line.
        case nameColumn(String, nearest: String?, hasHeader: Bool)
        /// Give the name of the key of a field.
        case nameKey(String)
        /// Give the format: one object per line.
        case giveLines
        /// Add the missing namespace.
        case addNamespace
        /// Say what happens to what exists already.
        case settleDuplicates
    }

    package init(
        at place: InputPlace?, item: String? = nil, _ message: String, hint: String? = nil,
        remedy: Remedy? = nil, isFatal: Bool = false, code: RouteDBError.Code = .invalidInput
    ) {
        self.place = place
        self.item = item
        self.message = message
        self.hint = hint
        self.remedy = remedy
        self.isFatal = isFatal
        self.code = code
    }

    /// A problem with a value that breaks a rule of the registry.
    package init(
        _ error: RouteDBError, at place: InputPlace?, item: String? = nil, hint: String?
    ) {
        self.init(at: place, item: item, error.message, hint: hint, code: error.code)
    }

    /// A problem with an input that the system cannot read.
    package init(unreadable reason: String) {
        self.init(
            at: nil, "The input cannot be read: \(reason).",
            hint: "Give the path of a readable file, or '-' for standard input.",
            isFatal: true, code: .inputUnreadable)
    }

    /// A problem with a file that cannot be opened.
    package init(unreadable error: RouteDBError) {
        self.init(
            unreadable: (error.underlying as? ReadableFile.Unreadable)?.reason ?? error.message)
    }

    /// A problem with a stream that failed.
    package init(_ error: StreamError) {
        switch error {
        case .closed: self.init(unreadable: "it was closed")
        case .failed(let reason): self.init(unreadable: reason)
        case .notUTF8(let encoding):
            self.init(
                at: InputPlace(), "The input is \(encoding), not UTF-8.",
                hint: "Save it as UTF-8, or convert it: iconv -f \(encoding) -t UTF-8.",
                isFatal: true)
        case .interrupted:
            self.init(at: nil, "Interrupted.", isFatal: true, code: .interrupted)
        }
    }
}

extension InputProblem {
    /// The number of places that are listed after the first one.
    package static let listedPlaces = 4

    /// The properties that problems with one cause have in common, wherever they are.
    struct Cause: Hashable {
        private let code: RouteDBError.Code
        private let message: String
        private let hint: String?
        private let remedy: Remedy?

        init(_ problem: InputProblem) {
            (code, message) = (problem.code, problem.message)
            (hint, remedy) = (problem.hint, problem.remedy)
        }
    }

    /// Counts another problem with the same cause.
    mutating func add(_ other: InputProblem) {
        count += other.count
        let places = [other.place.map { "\($0.line)" } ?? other.item].compactMap(\.self)
        others += (places + other.others).prefix(Self.listedPlaces - others.count)
    }
}

/// The problems of an input, one for each cause, in the order in which the causes were found.
struct InputProblems: Sendable {
    /// The problems, each with the places that have it.
    private(set) var list: [InputProblem] = []
    private var indices: [InputProblem.Cause: Int] = [:]

    /// The number of causes that are reported together.
    static let limit = 20

    /// True if there are as many causes as are reported together.
    var isFull: Bool { list.count >= Self.limit }

    /// Adds a problem, to the one with the same cause if there is one.
    mutating func add(_ problem: InputProblem) {
        let cause = InputProblem.Cause(problem)
        if let index = indices[cause] {
            list[index].add(problem)
        } else {
            indices[cause] = list.count
            list.append(problem)
        }
    }
}

extension InputProblem: CustomStringConvertible {
    /// The place in words, such as `line 3, column 5`.
    package var placeText: String? { place.map { "line \($0.line), column \($0.column)" } ?? item }

    /// The place, the message and the hint.
    package var description: String {
        (placeText.map { "\($0): " } ?? "") + message + (hint.map { " \($0)" } ?? "")
    }
}
