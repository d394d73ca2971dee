/// The form in which a list is written, and what of it is shown.
package struct ListingFormat: Sendable {
    /// The forms in which a list can be written.
    package enum Kind: String, CaseIterable, Sendable {
        /// Aligned columns with a header.
        case table
        /// Values with tabs between them, without a header.
        case plain = "tsv"
        /// Comma-separated values with a header (RFC 4180).
        case csv
        /// One JSON object with everything.
        case json
        /// One JSON object on each line.
        case ndjson
    }

    /// The form.
    package let kind: Kind
    /// The columns that were asked for; `nil`: all of them.
    package let columns: [String]?
    /// Whether tables have all of their columns, at their full width.
    package let isWide: Bool
    /// The width that tables have to fit; `nil`: any.
    package let width: Int?

    package init(
        _ kind: Kind, columns: [String]? = nil, isWide: Bool = false, width: Int? = nil
    ) {
        self.kind = kind
        self.columns = columns
        self.isWide = isWide
        self.width = width
    }

    /// One JSON object with everything.
    package static let json = ListingFormat(.json)
    /// One JSON object on each line.
    package static let ndjson = ListingFormat(.ndjson)
    /// Comma-separated values with a header.
    package static let csv = ListingFormat(.csv)
    /// Aligned columns with a header, of any width.
    package static let table = ListingFormat(.table)
    /// Values with tabs between them, without a header.
    package static let plain = ListingFormat(.plain)

    /// Whether the form is of a kind, whatever of the list is shown.
    package static func == (format: ListingFormat, kind: Kind) -> Bool { format.kind == kind }

    /// Whether the form is of another kind.
    package static func != (format: ListingFormat, kind: Kind) -> Bool { format.kind != kind }

    /// Whether people read the output as running text, which no choice of columns is about.
    var isText: Bool { kind == .table && columns == nil }

    /// Which of some columns are shown, in order.
    ///
    /// A column goes by its title, in any case, with `-` or `_` for a blank.
    ///
    /// - Parameter titles: The titles of the columns; one without a title cannot be asked for.
    /// - Returns: The places of the columns among the titles.
    /// - Throws: A usage failure if a column was asked for that there is not.
    func indices(of titles: [String]) throws(CommandFailure) -> [Int] {
        guard let columns else { return Array(titles.indices) }
        let names = titles.map(Self.name)
        var indices: [Int] = []
        for column in columns {
            guard let index = names.firstIndex(of: Self.name(column)), !names[index].isEmpty else {
                let known = names.filter { !$0.isEmpty }
                throw .usage(
                    "Unknown column '\(column)'.",
                    hint: WordArgument.hint(for: Self.name(column), among: known))
            }
            indices.append(index)
        }
        return indices
    }

    private static func name(_ title: String) -> String {
        String(
            decoding: title.lowercased().utf8.map { byte in
                " _".utf8.contains(byte) ? UInt8(ascii: "-") : byte
            }, as: UTF8.self)
    }
}
