import RouteDBRouting
import Testing

@Suite("The fields of a resolution")
struct ResolutionFieldTests {
    @Test("each public member of a resolution is listed, and a test can expect it")
    func listed() throws {
        let listed = Set(ResolutionField.allCases.map(\.rawValue))
        let found = Set(
            try Repository.files(in: ["Sources/RouteDBRouting"], suffix: ".swift")
                .flatMap(Self.members).map(String.init))
        #expect(found.count > 20)
        #expect(
            found == listed,
            "a new field needs a row in ResolutionField, an expectation and a class of difference")
        for field in ResolutionField.allCases {
            if case .answer(let keys) = field.part { #expect(!keys.isEmpty, "\(field)") }
        }
    }

    @Test("each key of an expectation is about a field")
    func keys() {
        var keys: [RouteExpectation.Key] = []
        for field in ResolutionField.allCases {
            if case .answer(let own) = field.part { keys += own }
        }
        #expect(Set(keys) == Set(RouteExpectation.Key.allCases))
    }

    /// The names of the public members that a file declares in `Resolution` and its extensions.
    private static func members(of file: SourceFile) -> [Substring] {
        var isInside = false
        return file.codeLines.compactMap { _, line in
            if !line.hasPrefix(" ") {
                let words = line.split { " :{".contains($0) }
                if line.hasSuffix("{") {
                    isInside =
                        words.contains("Resolution")
                        && (words.contains("struct") || words.first == "extension")
                } else if line.hasPrefix("}") {
                    isInside = false
                }
                return nil
            }
            guard isInside, line.hasPrefix("    public ") else { return nil }
            let words = line.split { " (:<".contains($0) }
            guard let kind = words.firstIndex(where: { Self.kinds.contains($0) }) else {
                return nil
            }
            return words[kind] == "subscript" ? words[kind] : words[kind + 1]
        }
    }

    private static let kinds: Set<Substring> = ["var", "let", "func", "subscript"]
}
