import RouteDB
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import RouteDBYAML
import Synchronization

extension FuzzTarget {
    /// The text of a condition: printed and read again, it is the same one.
    static let condition = FuzzTarget("condition") { bytes in
        let condition: AccessRule.Condition
        do throws(AccessRule.SyntaxError) {
            condition = try AccessRule.Condition(String(decoding: bytes, as: UTF8.self))
        } catch {
            return try FuzzFailure.unless(
                !error.message.isEmpty && !error.hint.isEmpty, "the error says nothing")
        }
        let again = try AccessRule.Condition(condition.description)
        try FuzzFailure.unless(again == condition, "\(condition) is read otherwise")
        try FuzzFailure.unless(
            again.description.utf8.elementsEqual(condition.description.utf8),
            "\(condition) is printed in two ways")
    }

    /// JSON: a value survives writing, and an error lies within the text.
    static let json = FuzzTarget("json") { bytes in
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            return try FuzzFailure.unless(
                (0...bytes.count).contains(error.offset) && error.line >= 1 && error.column >= 1,
                "the error is at no place of the text")
        }
        let again = try JSONValue(parsing: value.description)
        try FuzzFailure.unless(again == value, "\(value) is read as another value")
    }

    /// YAML: an error lies within the text, and what is JSON too says the same.
    static let yaml = FuzzTarget("yaml") { bytes in
        let text: JSONText
        do throws(InputProblem) {
            text = try JSONText(yaml: bytes)
        } catch {
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            let place = error.place ?? InputPlace()
            return try FuzzFailure.unless(
                !error.message.isEmpty && place.line <= lines && place.column <= bytes.count + 1,
                "the error is at no place of the text")
        }
        if case .object(let object) = text.value, let key = object.members.last?.key {
            let place = text.place(of: [.key(key), .index(0)])
            // An empty value may lie behind the last byte.
            let column = place?.column ?? .max
            try FuzzFailure.unless(column <= bytes.count + 1, "a value is at no place")
        }
        // YAML folds lines inside quotation marks, also at separators that are no control characters.
        let separators: Set<Unicode.Scalar> = ["\u{85}", "\u{2028}", "\u{2029}"]
        guard let json = try? JSONValue(parsing: bytes),
            !String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(where: {
                separators.contains($0)
            })
        else { return }
        try FuzzFailure.unless(json == text.value, "\(json) is \(text.value) in YAML")
    }

    /// A document in the format that the first byte chooses, or that is told from the content: it
    /// is read, or its problems are stated; what is read makes a registry, or says why not.
    static let document = FuzzTarget("document") { bytes in
        guard let choice = bytes.first else { return }
        let formats = RegistryDocument.Format.allCases
        let format = Int(choice) % (formats.count + 1)
        let content = Array(bytes.dropFirst())
        do {
            let document = try RegistryDocument(
                parsing: content, format: format < formats.count ? formats[format] : nil)
            let content = try emptyRegistry.content(of: document)
            let resolution = RoutingTable(content).resolve("https://a.example/user/42?x=1")
            try FuzzFailure.unless(
                resolution.redirect?.location?.isEmpty != true, "a redirect leads nowhere")
        } catch let failure as RegistryDocument.Failure {
            try FuzzFailure.unless(
                !failure.problems.isEmpty && failure.problems.allSatisfy { !$0.message.isEmpty },
                "no problem is stated")
        } catch let error as RouteDBError {
            try FuzzFailure.unless(!error.message.isEmpty, "the error says nothing")
            try FuzzFailure.unless(error.code != .storageFailure, "\(error)")
        }
    }

    private static let emptyRegistry = EmptyRegistry()
}

/// A registry in memory to which documents are added and from which they are taken away again: to make
/// one for each takes ten times as long.
private final class EmptyRegistry: Sendable {
    private let store = Mutex<RegistryStore?>(nil)

    /// What a registry has that was empty before a document was added.
    func content(of document: RegistryDocument) throws -> RegistrySnapshot {
        try store.withLock { store in
            let empty = try store ?? RegistryStore.inMemory(.test())
            store = empty
            return try empty.write(.test(), dryRun: true) { editor in
                var edit = DocumentEdit(
                    document, DocumentEdit.Options(createsNamespaces: true), with: editor,
                    isStopped: { false })
                try edit.run()
                return try editor.snapshot()
            }.result
        }
    }
}
