/// Why the cases of a directory cannot be read, with the file and the line.
struct CaseFileError: Error, Equatable, CustomStringConvertible {
    let path: String
    let line: Int?
    let message: String

    var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(message)" }
}
