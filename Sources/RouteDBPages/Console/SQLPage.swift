#if Server
package import RouteDB

/// A statement of SQL and its result.
package struct SQLPage: Sendable {
    /// How many rows are shown.
    package static let limit = 500

    /// The rows of a result.
    package struct Result: Sendable {
        package var columns: [String] = []
        package var rows: [[SQLCell]] = []
        package var isCut = false

        package init() {}
    }

    private let statement: String
    private let result: Result?
    private let problem: FormProblem?
    private let tables: [Table]

    /// A table or view that can be asked.
    private struct Table {
        let name: String
        var columns: [(name: String, type: String)] = []
    }

    /// The statement whose rows are the columns of each table and view: its name, the column's, and
    /// the column's type.
    package static let schema = """
        SELECT 'hits', name, type FROM pragma_table_info('hits')
        UNION ALL
        SELECT * FROM (
            SELECT list.name, info.name, info.type
            FROM pragma_table_list AS list, pragma_table_info(list.name, list.schema) AS info
            WHERE list.schema IN ('main', 'history') AND list.name NOT LIKE 'sqlite_%'
                AND list.name NOT IN ('hits', 'routedb_origin')
            ORDER BY list.type DESC, list.schema DESC, list.name, info.cid)
        """

    /// Creates the page.
    package init(
        _ statement: String, schema: [[SQLCell]], _ result: Result?, problem: FormProblem?
    ) {
        self.statement = statement
        (self.result, self.problem) = (result, problem)
        var tables: [Table] = []
        for row in schema where row.count == 3 {
            let name = Self.text(row[0])
            if tables.last?.name != name { tables.append(Table(name: name)) }
            tables[tables.count - 1].columns.append((Self.text(row[1]), Self.text(row[2])))
        }
        self.tables = tables
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let examples = [
            "SELECT route, sum(weight) AS hits FROM hits GROUP BY 1 ORDER BY 2 DESC LIMIT 10"
        ]
        let shown = statement.isEmpty ? examples[0] : statement
        var output: Markup = ""
        if let result { output = table(result) }
        return ConsolePage(
            "SQL", place: "/sql",
            """
            <div class="beside"><form class="ask" action="/sql"><label class="wide">One statement that \
            reads<textarea class="code" name="query" rows="12" spellcheck="false">\
            \(PageText.field(shown))</textarea></label><button type="submit">Run</button></form>
            <section class="schema" aria-label="Tables and views" tabindex="0">\(schema)</section></div>
            \(problem?.markup)\(output)
            \(statement.isEmpty ? nil : ConsoleLink.command(frame.commands.line(["sql", statement])))
            """)
    }

    /// The tables with their columns.
    private var schema: Markup {
        var items: Markup = ""
        for table in tables {
            let select = "SELECT * FROM \(table.name) LIMIT 20"
            let path = ConsoleLink.path("/sql", [("query", select)])
            let columns = table.columns.map { column in
                "<li><code>\(column.name)</code> <span class=\"aside\">\(column.type)</span></li>"
                    as Markup
            }.joined()
            let open: Markup = table.name == "hits" ? " open" : ""
            items += """
                <details\(open)><summary><code>\(table.name)</code></summary>\
                <p><a href="\(path)">the first rows</a></p><ul class="plain">\(columns)</ul></details>
                """
        }
        return items
    }

    private func table(_ result: Result) -> Markup {
        var table = DataTable("Result", result.columns.map { .init($0, .code) }, empty: "No rows.")
        for row in result.rows { table.add(row.map { .init(Self.text($0)) }) }
        let count = NumberText.counted(result.rows.count, "row")
        let cut: Markup? =
            result.isCut ? ", and more: the page shows the first \(Self.limit)" : nil
        let csv = ConsoleLink.path("/sql.csv", [("query", statement)])
        return "<p class=\"aside\">\(count)\(cut). <a href=\"\(csv)\">As CSV</a></p>\(table.markup)"
    }

    /// A value as text.
    package static func text(_ cell: SQLCell) -> String {
        switch cell {
        case .null: ""
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .blob(let bytes): NumberText.counted(bytes.count, "byte")
        }
    }
}
#endif
