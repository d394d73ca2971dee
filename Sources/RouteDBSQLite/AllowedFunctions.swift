/// The SQL functions that statements written by users may call: those that SQLite documents, and
/// that neither reach outside the database nor reveal memory addresses.
///
/// Builds of the library include other functions, some of which do: `load_extension`, `readfile`,
/// `writefile`, `edit`, `fts3_tokenizer`, `sqlite_log`. Functions that are not listed are refused,
/// and so are future ones.
enum AllowedFunctions {
    static func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }

    private static let names = Set(
        [core, aggregate, window, time, mathematics, json].flatMap { $0.split(separator: " ") }
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
        json_group_array json_group_object json_insert json_object json_patch json_pretty \
        json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array \
        jsonb_array_insert jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert \
        jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set
        """
}
