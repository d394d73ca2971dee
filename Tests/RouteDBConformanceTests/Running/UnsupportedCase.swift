/// A case that says something which its system's runner does not know.
struct UnsupportedCase: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) { description = "the runner does not know \(what)" }
}
