import RouteDBDatabase
import RouteDBStorage
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    private static func hash(_ pieces: [[UInt8]]) -> String {
        var hash = SHA256()
        for piece in pieces { hash.update(piece) }
        return hash.hexadecimal()
    }

    @Test(
        "the vectors of FIPS 180-4 and of NIST's examples hold",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmno"
                    + "pqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ])
    func vectors(text: String, digest: String) {
        #expect(Self.hash([Array(text.utf8)]) == digest)
    }

    @Test("a million letters give the hash in the standard")
    func million() {
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000)
        #expect(
            Self.hash([[UInt8]](repeating: piece, count: 1_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("the division of the bytes into pieces does not matter")
    func pieces() {
        for count in 0..<200 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let whole = Self.hash([bytes])
            #expect(Self.hash(bytes.map { [$0] }) == whole)
            let cut = count / 3
            #expect(Self.hash([Array(bytes[..<cut]), [], Array(bytes[cut...])]) == whole)
        }
    }

    @Test("different values never give the same bytes")
    func encoding() {
        func bytes(_ write: (inout CanonicalEncoder) -> Void) -> [UInt8] {
            var encoder = CanonicalEncoder()
            write(&encoder)
            return encoder.bytes
        }
        let all = [
            bytes { $0.append("ab") },
            bytes { encoder in "ab".forEach { encoder.append("\($0)") } },
            bytes { $0.append("") }, bytes { _ in }, bytes { $0.append(0) },
            bytes { $0.append("\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}") },
            bytes { $0.append("é") }, bytes { $0.append("e\u{301}") },
        ]
        #expect(Set(all).count == all.count)
    }
}
