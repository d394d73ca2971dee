import RouteDBDatabase
import RouteDBRouting
import Testing

@Suite("SHA-256 and HMAC of the system's library")
struct SHA256Tests {
    private static let alphabet = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"

    @Test(
        "digests are those of NIST's examples for FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                alphabet + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func publishedDigests(_ text: String, _ digest: String) {
        #expect(SHA256.digest(of: Array(text.utf8)).hexadecimal == digest)
    }

    @Test("the million letters of NIST's last example may come in pieces of any length")
    func pieces() {
        var hash = SHA256()
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        var (start, length) = (0, 0)
        while start < bytes.count {
            let end = min(start + length, bytes.count)
            hash.update(Array(bytes[start..<end]))
            (start, length) = (end, (length + 1) % 150)
        }
        #expect(
            hash.finish().hexadecimal
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("bytes have the same digest wherever they are cut in two")
    func cuts() {
        for count in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 200] {
            let bytes = (0..<count).map { UInt8($0) }
            let whole = SHA256.digest(of: bytes)
            for cut in 0...count {
                var hash = SHA256()
                hash.update(Array(bytes[..<cut]))
                hash.update(Array(bytes[cut...]))
                #expect(hash.finish() == whole, "\(count) bytes, cut after \(cut)")
            }
        }
    }

    /// A case of RFC 4231, section 4.
    struct Case: Sendable {
        let key: [UInt8]
        let bytes: [UInt8]
        let code: String

        init(_ key: [UInt8], _ bytes: [UInt8], _ code: String) {
            (self.key, self.bytes, self.code) = (key, bytes, code)
        }
    }

    private static func times(_ count: Int, _ byte: UInt8) -> [UInt8] {
        [UInt8](repeating: byte, count: count)
    }

    @Test(
        "authentication codes are those of RFC 4231",
        arguments: [
            Case(
                times(20, 0x0b), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
            Case(
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
            Case(
                times(20, 0xaa), times(50, 0xdd),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
            Case(
                Array(1...25), times(50, 0xcd),
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
            // The RFC gives the first 128 bits of this one.
            Case(
                times(20, 0x0c), Array("Test With Truncation".utf8),
                "a3b6167473100ee06e0c796c2955552b"),
            Case(
                times(131, 0xaa),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
            Case(
                times(131, 0xaa),
                Array(
                    ("This is a test using a larger than block-size key and a larger than "
                        + "block-size data. The key needs to be hashed before being used by the "
                        + "HMAC algorithm.").utf8),
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
        ])
    func publishedCodes(_ example: Case) {
        let code = SHA256.authenticationCode(of: example.bytes, key: example.key)
        #expect(code.count == SHA256.digestBytes)
        #expect(code.hexadecimal.hasPrefix(example.code))
    }

    @Test("a key is padded to a block of 64 bytes, and hashed only if it is longer")
    func keyLengths() {
        let code = { SHA256.authenticationCode(of: Array("text".utf8), key: $0) }
        let (full, longer) = (Self.times(64, 0xaa), Self.times(65, 0xaa))
        #expect(code([]) == code(Self.times(64, 0)))
        #expect(code([1, 2]) == code([1, 2] + Self.times(62, 0)))
        #expect(code(full) != code(SHA256.digest(of: full)))
        #expect(code(longer) == code(SHA256.digest(of: longer)))
    }

    @Test("bytes are compared to the last one, and by their number")
    func comparison() {
        let bytes = SHA256.digest(of: [])
        #expect(bytes.isEqual(inConstantTime: SHA256.digest(of: [])))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            #expect(!bytes.isEqual(inConstantTime: other))
        }
        #expect(!bytes.isEqual(inConstantTime: Array(bytes.dropLast())))
        #expect(!bytes.isEqual(inConstantTime: []))
        #expect([UInt8]().isEqual(inConstantTime: []))
    }
}
