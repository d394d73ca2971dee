import ArgumentParser
import RouteDB

/// A requirement in an argument: `key:kind`.
struct RequirementArgument: Hashable, Sendable {
    let requirement: Requirement

    init(_ text: String) throws {
        // A key may contain a colon; a kind may not.
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), colon > text.startIndex
        else {
            throw ValidationError(
                "'\(text)' is not in the form 'key:type'; use 'any' for any type.")
        }
        do {
            let kind = try ValueKind(named: String(text[text.utf8.index(after: colon)...]))
            requirement = Requirement(String(text[..<colon]), kind)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
