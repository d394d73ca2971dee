import RouteDBCSQLite

/// The SQL functions that statements written by users may call: those that SQLite documents, and
/// that neither reach outside the database nor reveal memory addresses.
///
/// Builds of the library include other functions, some of which do: `load_extension`, `readfile`,
/// `writefile`, `edit`, `fts3_tokenizer`, `sqlite_log`. Functions that are not listed are refused,
/// and so are future ones. `json_patch` is not listed because the time of one call grows with the
/// product of its arguments' lengths; others like that are ours: ``LinearFunctions``.
enum AllowedFunctions {
    static func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }

    private static let names = Set(
        [core, aggregate, window, time, mathematics, json, urls].flatMap {
            $0.split(separator: " ")
        }
        .map(String.init))

    private static let core = """
        abs changes char coalesce concat concat_ws format glob hex if ifnull iif instr \
        last_insert_rowid length like likelihood likely lower ltrim max min nullif octet_length \
        printf quote random randomblob regexp replace round rtrim sign soundex sqlite_source_id \
        sqlite_version substr substring subtype total_changes trim typeof unhex unicode unistr \
        unistr_quote unlikely upper zeroblob match
        """

    private static let aggregate = """
        avg count group_concat median percentile percentile_cont percentile_disc string_agg sum \
        total
        """

    private static let window = """
        cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank \
        row_number
        """

    private static let time = """
        current_date current_time current_timestamp date datetime julianday strftime time timediff \
        unixepoch
        """

    private static let mathematics = """
        acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 \
        log2 mod pi pow power radians sin sinh sqrt tan tanh trunc
        """

    private static let json = """
        -> ->> json json_array json_array_insert json_array_length json_error_position json_extract \
        json_group_array json_group_object json_insert json_object json_pretty \
        json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array \
        jsonb_array_insert jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert \
        jsonb_object jsonb_remove jsonb_replace jsonb_set
        """

    /// The functions that the program may register.
    private static let urls = "nearest_route url_host url_path url_query"
}

extension Connection {
    /// Calls a closure regularly while statements run; when it returns `true`, they fail with
    /// ``ResultCode/interrupt``.
    ///
    /// It is called every `count` instructions of SQLite: 4,096 take some tens of microseconds,
    /// unless they call functions on long values.
    package func stopStatements(
        every count: Int32 = 4_096, when shouldStop: @escaping () -> Bool
    ) throws(SQLiteError) {
        let question = StopQuestion(shouldStop)
        // The handle, and with it the callback, is closed before the connection is deallocated.
        callbackObjects.append(question)
        // `callbackObjects` keeps the question alive as long as the handle.
        unsafe sqlite3_progress_handler(
            try open(), count,
            { context in
                guard let context = unsafe context else { return 0 }
                let question = unsafe Unmanaged<StopQuestion>.fromOpaque(context)
                return unsafe question.takeUnretainedValue().shouldStop() ? 1 : 0
            }, unsafe Unmanaged.passUnretained(question).toOpaque())
    }

    /// Makes the connection read-only: from now on, statements that write, attach a database, begin
    /// or end a transaction, set a pragma, or call a function that is not in ``AllowedFunctions``
    /// fail with ``ResultCode/auth``.
    package func allowOnlyReading() throws(SQLiteError) {
        try setPragma("query_only", to: "ON")
        try unsafe check(LinearFunctions.add(to: try open()))
        try unsafe check(
            sqlite3_set_authorizer(
                try open(),
                { _, action, first, second, _, _ in
                    switch action {
                    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: SQLITE_OK
                    // To declare the columns of a table-valued function such as json_each, SQLite
                    // prepares this statement but never runs it. As a separate statement, it is
                    // refused on any connection.
                    case SQLITE_UPDATE:
                        unsafe isNamed(first, "sqlite_master") ? SQLITE_OK : SQLITE_DENY
                    case SQLITE_FUNCTION:
                        unsafe second.map { unsafe AllowedFunctions.contains(String(cString: $0)) }
                            ?? false
                            ? SQLITE_OK : SQLITE_DENY
                    case SQLITE_PRAGMA:
                        readingPragmas.contains { unsafe isNamed(first, $0) }
                            ? SQLITE_OK : SQLITE_DENY
                    default: SQLITE_DENY
                    }
                }, nil))
    }

    /// Makes values longer than this limit fail with ``ResultCode/tooBig``.
    package func limitValues(toBytes count: Int64) throws(SQLiteError) {
        unsafe sqlite3_limit(try open(), SQLITE_LIMIT_LENGTH, Int32(clamping: max(1, count)))
    }

    /// Makes patterns of LIKE and GLOB longer than this limit fail: the time of a call grows with the
    /// product of the lengths of its text and its pattern.
    package func limitPatterns(toBytes count: Int32) throws(SQLiteError) {
        unsafe sqlite3_limit(try open(), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, count)
    }

    /// Calls a closure without a limit on values, such as to read what values are computed from.
    package func withoutValueLimit<Result>(_ body: () throws -> Result) throws -> Result {
        let handle = unsafe try open()
        let limit = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, .max)
        defer { _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, limit) }
        return try body()
    }

    /// Limits the memory of all connections of the process; statements that need more fail with
    /// ``ResultCode/noMemory``.
    @discardableResult
    package static func limitMemory(toBytes count: Int64) -> Int64 {
        sqlite3_hard_heap_limit64(max(0, count))
    }

    /// The byte offset in the SQL of the error just thrown, or `nil` if SQLite does not know it.
    package var errorOffset: Int? {
        guard let handle = try? unsafe open() else { return nil }
        let offset = unsafe routedb_error_offset(handle)
        return offset < 0 ? nil : Int(offset)
    }

    /// Attaches the file of a URI, as SQLite describes them, to a connection that
    /// ``inMemory(busyTimeout:)`` made.
    ///
    /// This is the only way to open a file in a different mode than the connection's.
    package func attach(uri: String, as name: StaticString) throws(SQLiteError) {
        var statement = try prepare("ATTACH ?1 AS \(name)")
        try statement.bind(uri, at: 1)
        try statement.run()
    }
}

/// Holds the closure of ``Connection/stopStatements(when:)``, since SQLite stores only an address.
private final class StopQuestion {
    let shouldStop: () -> Bool

    init(_ shouldStop: @escaping () -> Bool) { self.shouldStop = shouldStop }
}

/// The pragmas that only read, mostly the schema; `database_list` would tell where the files are.
private let readingPragmas = [
    "collation_list", "compile_options", "foreign_key_list", "function_list", "index_info",
    "index_list", "index_xinfo", "module_list", "pragma_list", "table_info", "table_list",
    "table_xinfo",
]

private func isNamed(_ name: UnsafePointer<CChar>?, _ word: String) -> Bool {
    unsafe name.map { unsafe sqlite3_stricmp($0, word) == 0 } ?? false
}
