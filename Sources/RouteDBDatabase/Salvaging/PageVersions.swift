/// The versions of pages that the file beside a database has: a write-ahead log the newer ones of
/// complete commits, a rollback journal the older ones that an interrupted write replaced.
///
/// https://www.sqlite.org/fileformat2.html describes both files.
struct PageVersions {
    private let file: RawFile
    /// The offsets of the pages in the file, by their numbers.
    private var offsets: [Int: Int64] = [:]
    /// The number of pages that the database has with them.
    private(set) var pageCount = 0

    private init(file: RawFile) { self.file = file }

    /// The number of pages that the file has.
    var count: Int { offsets.count }

    /// True if there are no pages.
    private var isEmpty: Bool { offsets.isEmpty }

    /// Returns the bytes of a page, or `nil` if the file does not have it.
    func page(_ number: Int, size: Int) -> [UInt8]? {
        offsets[number].map { file.bytes(size, at: $0) }
    }
}

// MARK: The write-ahead log

extension PageVersions {
    private static let logHeaderBytes = 32
    private static let frameHeaderBytes = 24

    /// Reads the write-ahead log of a database up to the first frame that is not sound, as SQLite
    /// does after a crash; returns `nil` if there is no log, or it has no complete commit.
    static func log(of path: String, pageSize: Int) throws(RouteDBError) -> PageVersions? {
        guard let file = try RawFile(path: path + "-wal") else { return nil }
        let header = file.bytes(logHeaderBytes, at: 0)
        let magic = header.long(at: 0)
        guard header.count == logHeaderBytes, magic & ~1 == 0x377F_0682,
            header.page(at: 8) == pageSize
        else { return nil }
        var sum = LogChecksum(isBigEndian: magic & 1 == 1)
        sum.add(header[0..<24])
        guard sum.isEqual(to: header, at: 24) else { return nil }
        var versions = PageVersions(file: file)
        var pending: [Int: Int64] = [:]
        var offset = Int64(logHeaderBytes)
        while offset + Int64(frameHeaderBytes + pageSize) <= file.size {
            let frame = file.bytes(frameHeaderBytes + pageSize, at: offset)
            guard frame.count == frameHeaderBytes + pageSize,
                frame[8..<16].elementsEqual(header[16..<24])
            else { break }
            sum.add(frame[0..<8])
            sum.add(frame[frameHeaderBytes...])
            guard sum.isEqual(to: frame, at: 16) else { break }
            pending[frame.page(at: 0)] = offset + Int64(frameHeaderBytes)
            let count = frame.page(at: 4)
            if count > 0 {
                versions.offsets.merge(pending) { $1 }
                versions.pageCount = count
                pending = [:]
            }
            offset += Int64(frame.count)
        }
        return versions.isEmpty ? nil : versions
    }
}

/// The checksum of a write-ahead log, which each frame continues.
private struct LogChecksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Adds bytes, whose number must be a multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        var index = bytes.startIndex
        while index + 8 <= bytes.endIndex {
            first = first &+ number(bytes, index) &+ second
            second = second &+ number(bytes, index + 4) &+ first
            index += 8
        }
    }

    /// Returns whether the checksum stands in bytes at an offset.
    func isEqual(to bytes: [UInt8], at offset: Int) -> Bool {
        bytes.long(at: offset) == first && bytes.long(at: offset + 4) == second
    }

    private func number(_ bytes: ArraySlice<UInt8>, _ index: Int) -> UInt32 {
        let number =
            UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16
            | UInt32(bytes[index + 2]) << 8 | UInt32(bytes[index + 3])
        return isBigEndian ? number : number.byteSwapped
    }
}

// MARK: The rollback journal

extension PageVersions {
    private static let journalMagic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    /// Reads the rollback journal of a database: the pages as they were before an interrupted write;
    /// returns `nil` if there is none.
    static func journal(of path: String, pageSize: Int) throws(RouteDBError) -> PageVersions? {
        guard let file = try RawFile(path: path + "-journal") else { return nil }
        var versions = PageVersions(file: file)
        var start: Int64 = 0
        while let header = JournalHeader(file.bytes(28, at: start), pageSize: pageSize) {
            if start == 0 { versions.pageCount = header.pageCount }
            let recordBytes = Int64(pageSize + 8)
            var offset = start + header.sectorSize
            let all = max(0, (file.size - offset) / recordBytes)
            var count = header.records.map { min($0, all) } ?? all
            while count > 0 {
                let record = file.bytes(Int(recordBytes), at: offset)
                guard header.isSound(record) else { return versions.isEmpty ? nil : versions }
                let number = record.page(at: 0)
                if versions.offsets[number] == nil { versions.offsets[number] = offset + 4 }
                offset += recordBytes
                count -= 1
            }
            let next = (offset + header.sectorSize - 1) / header.sectorSize * header.sectorSize
            guard next > start else { break }
            start = next
        }
        return versions.isEmpty ? nil : versions
    }

    /// The header of one part of a rollback journal.
    private struct JournalHeader {
        /// The number of records; `nil` for as many as the file has.
        let records: Int64?
        let nonce: UInt32
        let pageCount: Int
        let sectorSize: Int64
        private let pageSize: Int

        init?(_ bytes: [UInt8], pageSize: Int) {
            guard bytes.count == 28, bytes.starts(with: journalMagic),
                bytes.page(at: 24) == pageSize,
                (32...65_536).contains(bytes.page(at: 20))
            else { return nil }
            records = bytes.long(at: 8) == .max ? nil : Int64(bytes.long(at: 8))
            nonce = bytes.long(at: 12)
            pageCount = bytes.page(at: 16)
            sectorSize = Int64(bytes.page(at: 20))
            self.pageSize = pageSize
        }

        /// Returns whether the checksum of a record is right: a sum of every 200th byte of the page.
        func isSound(_ record: [UInt8]) -> Bool {
            guard record.count == pageSize + 8 else { return false }
            var sum = nonce
            for index in stride(from: pageSize - 200, to: 0, by: -200) {
                sum = sum &+ UInt32(record[4 + index])
            }
            return sum == record.long(at: pageSize + 4)
        }
    }
}
