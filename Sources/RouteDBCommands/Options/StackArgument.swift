import ArgumentParser
import RouteDB

/// The current screens in an argument, bottom first: `Main,Show#1`.
struct StackArgument: Hashable, Sendable {
    let entries: [StackEntry]

    init(_ text: String) throws {
        entries = try CommaList.texts(text).map { text in
            let mark = text.utf8.firstIndex(of: UInt8(ascii: "#"))
            let target = String(text[..<(mark ?? text.endIndex)])
            guard !target.isEmpty else {
                throw ValidationError(
                    "'\(text)' is not a valid screen: use 'target' or 'target#key', separated by commas."
                )
            }
            return StackEntry(
                target, key: mark.map { String(text[text.utf8.index(after: $0)...]) })
        }
    }
}
