import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Reading cases")
struct CaseReadingTests {
    @Test("every line of the fixtures is a case")
    func fixtures() throws {
        let cases = try CaseDirectory.fixtures.cases()
        #expect(Set(cases.map(\.system)) == Set(RouterSystem.allCases))
        #expect(cases.contains { $0.url == nil })
        #expect(cases.contains { $0.what == "registering a pattern again replaces it" })
    }

    @Test("files are read in the order of their names, blank lines are skipped")
    func order() throws {
        let directory = try TemporaryDirectory()
        let line = #"{"id": "%", "system": "aroute", "class": "core", "expect": {"matched": true}}"#
        func lines(_ ids: String...) -> String {
            ids.map { line.replacing("%", with: $0) }.joined(separator: "\n\n") + "\n"
        }
        try write(lines("c"), to: directory.path("2.jsonl"))
        try write(lines("a", "b"), to: directory.path("1.jsonl"))
        try write("no case", to: directory.path("README.md"))
        let cases = try CaseDirectory(path: directory.path).cases()
        #expect(cases.map(\.id) == ["a", "b", "c"])
        #expect(cases.map { $0.place.hasSuffix("1.jsonl:3") } == [false, true, false])
    }

    @Test("a missing directory is named")
    func missingDirectory() throws {
        let directory = try TemporaryDirectory()
        #expect(
            throws: CaseFileError(
                path: directory.path("none"), line: nil, message: "no such directory")
        ) { try CaseDirectory(path: directory.path("none")).cases() }
        #expect(throws: CaseFileError.self) { try CaseDirectory(path: directory.path).cases() }
    }

    @Test(
        "a malformed line is named with its file",
        arguments: [
            "{", "[]", #"{"id": "a"}"#, #"{"id": "a", "system": "other", "class": "core"}"#,
            #"{"id": "a", "system": "aroute", "class": "other", "expect": {"matched": true}}"#,
            #"{"id": "a", "system": "aroute", "class": "core", "expect": {}}"#,
            #"{"id": "a", "system": "aroute", "class": "core", "expect": {"a": 1}, "routes": [1]}"#,
        ])
    func malformed(_ line: String) throws {
        let directory = try TemporaryDirectory()
        try write("\n\(line)\n", to: directory.path("a.jsonl"))
        let error = #expect(throws: CaseFileError.self) {
            try CaseDirectory(path: directory.path).cases()
        }
        #expect(error?.line == 2)
        #expect(error?.path == directory.path("a.jsonl"))
    }

    @Test("a duplicate id is refused")
    func duplicates() throws {
        let directory = try TemporaryDirectory()
        let line = #"{"id": "a", "system": "aroute", "class": "core", "expect": {"matched": true}}"#
        try write("\(line)\n\(line)\n", to: directory.path("a.jsonl"))
        #expect(throws: CaseFileError.self) { try CaseDirectory(path: directory.path).cases() }
    }

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
