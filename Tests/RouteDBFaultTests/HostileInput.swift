import RouteDBTestSupport

/// A sound file of some kind, and damaged and malicious ones that a seed makes of it.
struct HostileInput: Codable, Sendable {
    enum Kind: String, Codable, CaseIterable {
        case registry
        case history
        case document
        case association
        case assetLinks
        case manifest
        case log
        case gzipLog

        /// Whether it is a database, which has pages.
        var isDatabase: Bool { self == .registry || self == .history }
    }

    let kind: Kind
    let sound: [UInt8]

    private static let marks = Array("{}[]()<>\"'\\/,:;=&?#*%\0\n\r\t -.019eE\u{7F}".utf8)
    private static let openers = ["[", "{\"a\":", "<a>", "(", "{", "\"", "%25", "/", "&a=", "\\"]
    private static let numbers = [
        "0", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e999",
        "4294967296", "0.1", "", "00000000000000000000000000000000000000001",
    ]

    /// The bytes that a seed makes.
    func damaged(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = sound
        for _ in 0...random.below(3) {
            if kind.isDatabase, !random.oneIn(4) {
                damagePage(&bytes, &random)
            } else {
                damageText(&bytes, &random)
            }
        }
        return bytes
    }

    /// Damages text as an attacker would: deep, long, often, large, cut off.
    private func damageText(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let start = random.below(bytes.count + 1)
        let end = min(bytes.count, start + 1 + random.below(200))
        switch random.below(8) {
        case 0, 1: bytes = random.damaged(bytes, marks: Self.marks)
        case 2: bytes.removeSubrange(start...)
        case 3: bytes.removeSubrange(start..<end)
        case 4:
            let piece = Array(bytes[start..<end])
            let more = (0..<random.below(400)).flatMap { _ in piece }
            bytes.insert(contentsOf: more, at: start)
        case 5:
            let opener = Array(random.pick(Self.openers).utf8)
            let count = random.pick([63, 64, 65, 1_000, 30_000])
            bytes.insert(contentsOf: (0..<count).flatMap { _ in opener }, at: start)
        case 6:
            let isDigit: (UInt8) -> Bool = { 0x30...0x39 ~= $0 }
            guard let first = bytes[start...].firstIndex(where: isDigit) else { return }
            let rest = bytes[first...].drop(while: isDigit)
            bytes.replaceSubrange(first..<rest.startIndex, with: random.pick(Self.numbers).utf8)
        default:
            let byte = UInt8(random.below(256))
            let count = random.pick([300, 9_000, 70_000, (1 << 20) + 1])
            bytes.insert(contentsOf: [UInt8](repeating: byte, count: count), at: start)
        }
    }

    /// Damages a database: its header, cells of a page, whole pages.
    private func damagePage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let size = kind == .registry ? 4_096 : 16_384
        let pages = bytes.count / size
        guard pages > 0 else { return }
        let page = random.below(pages) * size
        switch random.below(6) {
        case 0: bytes[random.below(100)] = UInt8(random.below(256))
        case 1:
            // The head of a page, and where its cells are.
            for _ in 0...random.below(4) {
                bytes[page + random.below(200)] = UInt8(random.below(256))
            }
        case 2:
            for _ in 0...random.below(30) {
                bytes[page + random.below(size)] = UInt8(random.below(256))
            }
        case 3:
            let other = random.below(pages) * size
            bytes.replaceSubrange(page..<page + size, with: Array(bytes[other..<other + size]))
        case 4:
            let byte = random.pick([0x00, 0xFF] as [UInt8])
            bytes.replaceSubrange(
                page..<page + size, with: [UInt8](repeating: byte, count: size))
        default: bytes.removeSubrange((page + random.below(size))...)
        }
    }
}
