#if Hub
import RouteDB

/// The rules for a hit, stated once: the function `ship` refuses others, and a reader, an export and
/// the doctor find those that came into the table by other ways.
extension HubSchema {
    /// The greatest number of a hit in its stream.
    static let lastNumber = HitNumber.sequence.range.upperBound
    /// The longest text of a hit, in bytes.
    package static let textBytes = 4 << 20
    /// The times of hits: the years 1 to 9999, which have dates, and names of files, everywhere.
    package static let times: ClosedRange<Int64> =
        -62_135_596_800_000_000...253_402_300_799_999_999

    /// The columns of numbers with their values, as histories have them.
    private static let numbers: [(column: String, range: ClosedRange<Int64>)] = [
        ("sequence", 1...lastNumber), ("at_us", times),
        ("namespace", HitNumber.namespace.range), ("route", HitNumber.route.range),
        ("revision", HitNumber.revision.range), ("outcome", 1...5),
        ("duration", HitNumber.duration.range), ("status", HitNumber.status.range),
        ("weight", HitNumber.weight.range), ("import", HitNumber.source.range),
        ("client", HitNumber.client.range),
    ]

    private static let texts = [
        "principal", "parameters", "referrer", "kind", "attributes", "user_agent",
    ]

    private static let conditions: [(column: String, condition: String)] =
        numbers.map { column, range in
            (column, "\(column) BETWEEN \(range.lowerBound) AND \(range.upperBound)")
        } + [("url", "octet_length(url) <= \(textBytes)")]
        + texts.map { ($0, "octet_length(coalesce(\($0), '')) <= \(textBytes)") }

    /// The SQL condition that a row of hits is not valid.
    ///
    /// It has one comparison for all columns with the same bound, because the index of damage computes it for
    /// each row that comes: one for each column took a quarter of the time of storing hits. Missing numbers,
    /// which `least` and `greatest` pass over, are refused by the table itself.
    static let isDamaged: String = {
        let lower = Set(numbers.map(\.range.lowerBound)).sorted().map { bound in
            "least(\(columns { $0.lowerBound == bound })) >= \(bound)"
        }
        let bounds = Set(numbers.map(\.range.upperBound)).subtracting([.max]).sorted()
        let upper = bounds.map { bound in
            "greatest(\(columns { $0.upperBound == bound })) <= \(bound)"
        }
        let lengths = (["url"] + texts).map { "octet_length(\($0))" }.joined(separator: ", ")
        let all = lower + upper + ["greatest(\(lengths)) <= \(textBytes)"]
        return "(\(all.joined(separator: " AND "))) IS NOT TRUE"
    }()

    /// The columns of numbers with certain ranges, as a list.
    private static func columns(where isIncluded: (ClosedRange<Int64>) -> Bool) -> String {
        numbers.filter { isIncluded($0.range) }.map(\.column).joined(separator: ", ")
    }

    /// The SQL expression that says what is wrong with a row of hits, such as `its outcome is 77`;
    /// NULL if nothing is.
    static let damage: String = {
        let cases = conditions.map { column, condition in
            let isNumber = numbers.contains { $0.column == column }
            let found = isNumber ? "\(column)::text" : "octet_length(\(column)) || ' bytes long'"
            return "WHEN (\(condition)) IS NOT TRUE"
                + " THEN 'its \(column) is ' || coalesce(\(found), 'NULL')"
        }
        return "CASE \(cases.joined(separator: " ")) END"
    }()
}
#endif
