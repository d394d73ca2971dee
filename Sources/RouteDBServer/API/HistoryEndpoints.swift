#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBTraffic

/// The endpoints that read single hits, and that run SQL over hits and routes.
enum HistoryEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] { [hits(state), sql(state)] }

    // MARK: Hits

    private static func hits(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("hits", .list(.named("Hit"), "The hits.")),
                .init("next", .optional(.string("The cursor of the next page."))),
            ], "A page of hits.")
        return Endpoint(
            "listHits", .get, "/api/v1/hits", "Lists hits, newest first.",
            access: .scope([.read, .hits]), namespaces: .all,
            parameters: [
                .query("limit", .integer(1...1_000), "The most hits (default: 100)."),
                .query("cursor", "Where to go on: 'next' of the page before."),
            ] + HitConditions.parameters,
            answers: [.json(schema, "A page of hits.")]
        ) { call in
            let limit = call.integer("limit") ?? 100
            let conditions = HitConditions(call, now: state.clock())
            var selection = conditions.selection
            if let text = call.text("cursor") {
                guard let place = HitPlace(text) else {
                    throw Problem(
                        .badRequest, "invalidRequest", "\(text.excerpt) is not a cursor.",
                        hint: "Give the 'next' of the page before.")
                }
                selection.require(
                    "time <= ? AND (time, stream, sequence) < (?, ?, ?)",
                    [.integer(place.time)] + place.cells)
            }
            let wanted = selection
            let rows = try await state.withSQL { session in
                try HitPage.read(
                    wanted, " ORDER BY time DESC, stream DESC, sequence DESC LIMIT \(limit)",
                    in: session)
            }
            // Hits of what has been removed since are found by its name all the same.
            if rows.isEmpty { try conditions.checkNames(in: try await state.newestSnapshot()) }
            let next = rows.count == limit ? rows.last?.place : nil
            var bytes = Array("{\"schema\":1,\"hits\":[".utf8)
            for (index, row) in rows.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += row.json
            }
            let end = next.map { JSONValue.string($0.description) } ?? .null
            bytes += Array("],\"next\":\(end)}\n".utf8)
            return .json(bytes: bytes)
        }
    }

    // MARK: SQL

    private static func sql(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("columns", .list(.string("A name."), "The names of the columns.")),
                .init("rows", .list(.map(.any("A value."), "A row."), "The rows.")),
                .init("complete", .boolean("Whether these are all rows.")),
            ], "The result.")
        return Endpoint(
            "sql", .post, "/api/v1/sql",
            "Runs one SQL statement that only reads, over the registry and the history.",
            access: .scope([.read, .hits]), namespaces: .all,
            body: .object(RequestBodies.statement, "The statement."),
            answers: [.json(schema, "The result.")]
        ) { call in
            let reader = JSONReader(call.object)
            let sql = try reader.required("sql", of: "The body")
            let limit = try reader.value("limit", as: .number(1...100_000)) ?? 1_000
            return .json(
                bytes: try await state.withStatement { session in
                    try SQLAnswer(limit: limit).run(sql, in: session)
                })
        }
    }
}

/// The result of a statement as JSON, up to a number of rows and of bytes.
private struct SQLAnswer {
    let limit: Int

    private struct Full: Error {}

    func run(_ sql: String, in session: SQLSession) throws -> [UInt8] {
        var (keys, bytes, count, isComplete) = (RowKeys([]), [UInt8](), 0, true)
        do {
            try session.run(
                sql,
                head: { columns in
                    keys = RowKeys(columns)
                    let names = JSONValue.array(keys.names.map(JSONValue.string))
                    bytes = Array("{\"schema\":1,\"columns\":\(names),\"rows\":[".utf8)
                },
                row: { cells in
                    guard count < limit else {
                        isComplete = false
                        throw Full()
                    }
                    if count > 0 { bytes.append(UInt8(ascii: ",")) }
                    keys.append(to: &bytes) { cells[$0].json }
                    count += 1
                    try ServiceState.check(rowBytes: bytes.count)
                })
        } catch is Full {}
        bytes += Array("],\"complete\":\(isComplete)}\n".utf8)
        return bytes
    }
}
#endif
