import RouteDBRouting
import RouteDBTestSupport

/// Makes JSON values and damaged JSON texts from a seed.
struct JSONGenerator {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Makes a value that nests at most `depth` deep.
    mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2:
            return .int(
                Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random))
        case 3: return .double(double())
        case 4, 5: return .string(string())
        case 6:
            let count = Int.random(in: 0..<6, using: &random)
            return .array((0..<count).map { _ in value(depth: depth - 1) })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0..<24, using: &random) {
                object[string()] = value(depth: depth - 1)
            }
            return .object(object)
        }
    }

    mutating func double() -> Double {
        let double = Double(bitPattern: random.next())
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where double.isFinite: return double
        case 1: return Double(Int.random(in: -1_000_000...1_000_000, using: &random))
        default: return Double.random(in: -1...1, using: &random)
        }
    }

    mutating func string() -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<10, using: &random) {
            let bound: UInt32 =
                [0x20, 0x80, 0x80, 0x800, 0x11_0000].randomElement(using: &random) ?? 1
            let value = UInt32.random(in: 0..<bound, using: &random)
            text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{2028}")
        }
        return text
    }

    /// Makes bytes that begin as JSON and are then cut, changed, doubled or joined.
    mutating func damagedText() -> [UInt8] {
        var bytes = Array(value(depth: 4).description.utf8)
        let marks = Array(#"{}[]",:\/u0123456789eE+-.DdFtrnbalsx "#.utf8)
        for _ in 0..<Int.random(in: 1..<6, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where index < bytes.count:
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1 where index < bytes.count: bytes.remove(at: index)
            case 2: bytes.removeSubrange(index...)
            case 3: bytes.insert(contentsOf: bytes.prefix(index), at: index)
            default: bytes.insert(marks.randomElement(using: &random) ?? 0, at: index)
            }
        }
        return bytes
    }
}
