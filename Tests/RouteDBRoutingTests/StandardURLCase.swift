import Foundation
import RouteDBRouting

/// One case of the web platform's URL tests: a text, and what the URL standard makes of it.
struct StandardURLCase: Decodable {
    let input: String
    let base: String?
    let failure: Bool?
    let `protocol`: String?
    let hostname: String?
    let port: String?
    let pathname: String?

    /// The cases that are about a URL alone: those without a base, and those with a scheme.
    static func all(in file: URL) throws -> [StandardURLCase] {
        // The file holds comments, which are strings, between the cases.
        struct Entry: Decodable {
            let standard: StandardURLCase?

            init(from decoder: any Decoder) throws {
                let isComment = (try? decoder.singleValueContainer().decode(String.self)) != nil
                standard = isComment ? nil : try StandardURLCase(from: decoder)
            }
        }
        return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
            .compactMap(\.standard)
            .filter { $0.base == nil || $0.scheme != nil }
    }

    /// The scheme as written.
    var scheme: String? {
        guard let colon = input.firstIndex(of: ":"), let first = input.first,
            first.isASCII, first.isLetter,
            input[..<colon].allSatisfy({
                $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
            })
        else { return nil }
        return input[..<colon].lowercased()
    }

    /// The parts of a URL that both parsers tell.
    struct Parts: Equatable, CustomStringConvertible {
        var scheme = ""
        var host = ""
        var port = ""
        /// Decoded; a trailing slash gives an empty last one.
        var segments: [String] = []

        var description: String { "\(scheme)|\(host)|\(port)|\(segments)" }
    }

    /// What the standard says; `nil`: it is no URL.
    var expected: Parts? {
        guard failure != true, let pathname else { return nil }
        var segments = pathname.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if pathname.isEmpty || pathname.hasPrefix("/") { segments.removeFirst() }
        return Parts(
            scheme: String((self.protocol ?? "").dropLast()),
            host: Self.decoded(Array((hostname ?? "").utf8)), port: port ?? "",
            segments: segments.map { Self.decoded(Array($0)) })
    }

    /// What our parser says, with empty segments kept; `nil`: it is no URL.
    var found: Parts? {
        var policies = NamespacePolicy.Values.native
        policies.repeatedSlashes = .keep
        policies.trailingSlash = .strict
        guard let url = try? NormalizedURL(input, policies: policies) else { return nil }
        return Parts(
            scheme: url.scheme ?? "", host: url.host ?? "", port: url.port.map { "\($0)" } ?? "",
            segments: url.segments)
    }

    /// Percent-decodes what can be decoded, and leaves the rest.
    static func decoded(_ text: [UInt8]) -> String {
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            let digits = String(decoding: text.dropFirst(index + 1).prefix(2), as: UTF8.self)
            if text[index] == UInt8(ascii: "%"), digits.utf8.count == 2,
                digits.allSatisfy(\.isHexDigit), let byte = UInt8(digits, radix: 16)
            {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
