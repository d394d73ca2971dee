import RouteDB

/// The output for imported logs.
enum ImportFacts {
    static let listing = Listing<LogImportRecord>(
        "imports",
        columns: [
            .init("id") { "\($0.id)" }, .init("file", \.name),
            .init("imported at") { $0.importedAt.description },
            .init("runs") { $0.runs.isEmpty ? "" : "\($0.runs.count)" },
            .init("format") { $0.runs.last?.format ?? "" },
            .init("options") { $0.runs.last.map { text($0.options) } ?? "" },
            .init("lines") { "\($0.total)" }, .init("imported") { "\($0.imported)" },
            .init("duplicate") { "\($0.duplicate)" }, .init("rejected") { "\($0.rejected)" },
            .init("pruned") { "\($0.pruned)" },
            .init("first") { $0.first?.description ?? "" },
            .init("last") { $0.last?.description ?? "" },
        ], object: object)

    static func object(_ record: LogImportRecord) -> JSONObject {
        [
            "id": .int(record.id), "file": .string(record.name),
            "importedAt": .string(record.importedAt.description), "lines": .int(record.total),
            "imported": .int(record.imported), "duplicate": .int(record.duplicate),
            "rejected": .int(record.rejected), "skipped": .int(record.skipped),
            "pruned": .int(record.pruned), "first": json(record.first), "last": json(record.last),
            "isBeingForgotten": .bool(record.isBeingForgotten),
            "runs": .array(record.runs.map { .object(object($0)) }),
        ]
    }

    static func object(_ run: LogImportRecord.Run) -> JSONObject {
        [
            "startedAt": .string(run.started.description), "file": .string(run.name),
            "format": .string(run.format), "options": .object(run.options),
            "imported": .int(run.imported), "duplicate": .int(run.duplicate),
            "rejected": .int(run.rejected), "skipped": .int(run.skipped),
            "first": json(run.first), "last": json(run.last),
        ]
    }

    /// Returns options as they were given, such as `--host example.com --final`.
    static func text(_ options: JSONObject) -> String {
        options.members.map { member in
            switch (member.key, member.value) {
            case ("resolve", _): "--no-resolve"
            case ("privacy", _): "--privacy …"
            case ("final", _): "--final"
            case ("asOf", .int(let revision)): "--as-of @\(revision)"
            case ("durationUnit", .string(let unit)): "--duration-unit \(unit)"
            case (let key, .string(let text)): "--\(key) \(text)"
            case (let key, let value): "--\(key) \(value)"
            }
        }.joined(separator: " ")
    }

    private static func json(_ time: Timestamp?) -> JSONValue {
        time.map { .string($0.description) } ?? .null
    }
}
