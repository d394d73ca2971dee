import RouteDBTestSupport

/// One value of a file that somebody changed by plain SQL.
struct HostileEdit: CustomStringConvertible, Sendable {
    let column: HostileFile.Column
    /// The value, as SQL.
    let literal: String
    /// Whether every row has it; else one.
    let everywhere: Bool

    private static let numbers = [
        "-9223372036854775808", "-1", "0", "1", "9223372036854775807", "9007199254740992", "NULL",
        "'text'", "x'00ff'",
    ]
    private static let texts = [
        "''", "NULL", "x'00ff'", "'\u{0}'", "'null'", "'{}'", "'[]'", "9223372036854775807",
        "printf('%.1000c', '{')",
    ]

    var description: String {
        "\(column.table).\(column.name) = \(literal)\(everywhere ? " everywhere" : "")"
    }

    /// Every edit of a file, in an order that a seed gives.
    static func all(of path: String, seed: UInt64) throws -> [HostileEdit] {
        var random = SeededGenerator(seed: seed)
        let columns = try HostileFile(path: path).columns()
        return columns.flatMap { column in
            (column.type == "INTEGER" ? numbers : texts).flatMap { literal in
                [true, false].map {
                    HostileEdit(column: column, literal: literal, everywhere: $0)
                }
            }
        }.shuffled(using: &random)
    }

    /// As many edits as a test run has time for: few by default, and all of them with enough rounds.
    static func some(of path: String, seed: UInt64, perRound count: Int) throws -> [HostileEdit] {
        Array(try all(of: path, seed: seed).prefix(count * FuzzBudget.rounds))
    }

    /// Makes the edit, if SQLite can be brought to.
    ///
    /// - Returns: Whether it was made.
    func apply(to path: String) -> Bool {
        (try? HostileFile(path: path).set(column, to: literal, everywhere: everywhere)) != nil
    }
}
