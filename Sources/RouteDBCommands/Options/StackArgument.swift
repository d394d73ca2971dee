import ArgumentParser
import RouteDB

/// The screens that are there, bottom first, as the command line gives them: `Main,Show#1`.
struct StackArgument: Hashable, Sendable {
    let entries: [StackEntry]

    init(_ text: String) throws {
        entries = try CommaList.texts(text).map { text in
            let mark = text.utf8.firstIndex(of: UInt8(ascii: "#"))
            let target = String(text[..<(mark ?? text.endIndex)])
            guard !target.isEmpty else {
                throw ValidationError(
                    "'\(text)' is no screen: write 'target' or 'target#key', with commas between.")
            }
            return StackEntry(
                target, key: mark.map { String(text[text.utf8.index(after: $0)...]) })
        }
    }
}
