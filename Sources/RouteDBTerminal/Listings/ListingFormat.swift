import RouteDB

/// The format of a list, with the choice of columns and the width.
package struct ListingFormat: Sendable {
    /// The formats of lists.
    package enum Kind: String, CaseIterable, Sendable {
        /// Aligned columns with a header.
        case table
        /// Tab-separated values without a header.
        case plain = "tsv"
        /// Comma-separated values with a header (RFC 4180, with LF).
        case csv
        /// One JSON object with the whole list.
        case json
        /// One JSON object per line.
        case ndjson
        /// A table in Markdown.
        case markdown
    }

    /// The format.
    package let kind: Kind
    /// The requested columns; `nil` for all.
    package let columns: [String]?
    /// True if tables have all columns at full width.
    let isWide: Bool
    /// The width that tables must fit into; `nil` for no limit.
    let width: Int?

    package init(
        _ kind: Kind, columns: [String]? = nil, isWide: Bool = false, width: Int? = nil
    ) {
        self.kind = kind
        self.columns = columns
        self.isWide = isWide
        self.width = width
    }

    /// One JSON object with the whole list.
    package static let json = ListingFormat(.json)
    /// One JSON object per line.
    package static let ndjson = ListingFormat(.ndjson)
    /// Comma-separated values with a header.
    package static let csv = ListingFormat(.csv)
    /// Aligned columns with a header, of any width.
    package static let table = ListingFormat(.table)
    /// Tab-separated values without a header.
    package static let plain = ListingFormat(.plain)

    /// Returns whether a format is of a kind, regardless of columns and width.
    package static func == (format: ListingFormat, kind: Kind) -> Bool { format.kind == kind }

    /// Returns whether a format is of another kind.
    package static func != (format: ListingFormat, kind: Kind) -> Bool { format.kind != kind }

    /// True if the output is text for people, without a choice of columns.
    package var isText: Bool { kind == .table && columns == nil }

    /// Returns the indices of the requested columns, in order.
    ///
    /// A column is requested by its title, in upper or lower case, with `-` or `_` for a space.
    func indices(of titles: [String]) throws(CommandFailure) -> [Int] {
        guard let columns else { return Array(titles.indices) }
        let names = titles.map(Self.name)
        var indices: [Int] = []
        for column in columns {
            guard let index = names.firstIndex(of: Self.name(column)), !names[index].isEmpty else {
                let known = names.filter { !$0.isEmpty }
                throw .usage(
                    "Unknown column '\(column)'.",
                    hint: NameSuggestion.hint(for: Self.name(column), among: known))
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
