/// A database file that may be damaged, page by page, as its last complete commit left it.
///
/// It is never written, and SQLite never interprets it. A header that is lost is replaced by what
/// files of the kind have in common.
package struct DamagedFile {
    package let path: String
    package let kind: DatabaseKind
    /// The size of a page in bytes; our files reserve none of them.
    package let pageSize: Int
    /// The number of pages, those of the log included.
    package let pageCount: Int
    /// The number of pages that the header, the log or the journal gives, if it is more: the others
    /// are cut off.
    package let expectedPageCount: Int
    /// The pages of the log or journal, which take precedence over those of the file.
    private let versions: PageVersions?
    private let file: RawFile

    /// Opens a file, with the log or journal beside it.
    package init(path: String, kind: DatabaseKind, pageSize: Int? = nil) throws(RouteDBError) {
        let real = FileAccess(path: path).resolved.path
        guard let file = try RawFile(path: real) else {
            throw RouteDBError(
                .databaseMissing, "There is nothing to recover: '\(path)' is missing or empty.",
                hint: "Give the path of the damaged file.")
        }
        let header = file.bytes(Self.headerBytes, at: 0)
        let size = pageSize ?? Self.pageSize(in: header) ?? kind.usualPageSize
        (self.path, self.kind, self.file, self.pageSize) = (path, kind, file, size)
        let log = try PageVersions.log(of: real, pageSize: size)
        versions = if let log { log } else { try .journal(of: real, pageSize: size) }
        // A page of which only the beginning is left is read, too.
        let stored = Int((file.size + Int64(size) - 1) / Int64(size))
        let inHeader = header.starts(with: Self.magic) ? header.page(at: 28) : 0
        let named = versions?.pageCount ?? inHeader
        // Pages that an interrupted write has added do not count.
        pageCount = versions.map { min($0.pageCount, stored + $0.count) } ?? stored
        // A number far beyond the file is damage of the header.
        expectedPageCount = named <= 64 * max(1, stored) ? max(pageCount, named) : pageCount
    }

    private static let headerBytes = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// The size of a page according to a header, if it can be one.
    static func pageSize(in header: [UInt8]) -> Int? {
        let stored = header.word(at: 16)
        let size = stored == 1 ? 65_536 : stored
        return size >= 512 && size & (size - 1) == 0 ? size : nil
    }

    /// The bytes of a page, filled with zeros to its size; `nil` if there is no such page, or the
    /// disk cannot read it.
    func page(_ number: Int) -> [UInt8]? {
        guard number >= 1, number <= pageCount else { return nil }
        var bytes =
            versions?.page(number, size: pageSize)
            ?? file.bytes(pageSize, at: Int64(number - 1) * Int64(pageSize))
        guard !bytes.isEmpty else { return nil }
        bytes += repeatElement(0, count: max(0, pageSize - bytes.count))
        return bytes
    }
}

extension DamagedFile {
    /// The possible page sizes of a file, the likelier first: that of its header, that of its kind.
    package static func pageSizes(
        of path: String, kind: DatabaseKind
    ) throws(RouteDBError) -> [Int] {
        let header = try RawFile(path: FileAccess(path: path).resolved.path)?.bytes(
            headerBytes, at: 0)
        let stored = pageSize(in: header ?? [])
        return stored.map { $0 == kind.usualPageSize ? [$0] : [$0, kind.usualPageSize] }
            ?? [kind.usualPageSize]
    }
}

extension DatabaseKind {
    /// The page size of new files.
    fileprivate var usualPageSize: Int {
        switch self {
        case .registry: 4_096
        case .history: 16_384
        }
    }
}
