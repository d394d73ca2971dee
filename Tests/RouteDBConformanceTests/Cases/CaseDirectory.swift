import Foundation

/// A directory of case files.
struct CaseDirectory {
    let path: String

    /// The directory that `ROUTEDB_CONFORMANCE_DIR` names, or the fixtures.
    static var current: CaseDirectory {
        let named = ProcessInfo.processInfo.environment["ROUTEDB_CONFORMANCE_DIR"]
        return named.map(CaseDirectory.init(path:)) ?? .fixtures
    }

    /// The cases that belong to the repository.
    static var fixtures: CaseDirectory {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        return CaseDirectory(path: tests.appending(path: "Fixtures").path)
    }

    /// Reads every case of every `*.jsonl`, in the order of the files' names and of the lines.
    func cases() throws -> [ConformanceCase] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw CaseFileError(path: path, line: nil, message: "no such directory")
        }
        let files = names.filter { $0.hasSuffix(".jsonl") }.sorted()
        guard !files.isEmpty else {
            throw CaseFileError(path: path, line: nil, message: "no file ends in .jsonl")
        }
        var places: [String: String] = [:]
        let cases = try files.flatMap { try self.cases(of: "\(path)/\($0)") }
        for found in cases {
            if let other = places.updateValue(found.place, forKey: found.id) {
                throw CaseFileError(
                    path: found.place, line: nil, message: "\(found.id) is at \(other) already")
            }
        }
        return cases
    }

    private func cases(of file: String) throws -> [ConformanceCase] {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw CaseFileError(path: file, line: nil, message: "the file is no UTF-8 text")
        }
        var cases: [ConformanceCase] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
            cases.append(
                try ConformanceCase(line: String(line), number: index + 1, of: file))
        }
        return cases
    }
}
