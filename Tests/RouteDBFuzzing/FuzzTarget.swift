/// What a fuzzer feeds with bytes: a reader of ours, and what must be true of whatever it answers.
///
/// The fuzzer (`make fuzz`) looks for bytes that lead into code not seen before; the tests run the
/// committed seeds, and some damaged ones. A find of the fuzzer becomes a seed, and so a test.
package struct FuzzTarget: Sendable {
    /// The name, which is also that of the folder with its seeds.
    package let name: String
    /// Takes any bytes, and throws if the answer breaks a rule; to refuse the bytes is an answer.
    package let run: @Sendable (_ bytes: [UInt8]) throws -> Void

    init(_ name: String, _ run: @escaping @Sendable ([UInt8]) throws -> Void) {
        (self.name, self.run) = (name, run)
    }

    /// All targets but the canary.
    package static let all: [FuzzTarget] =
        patterns + addresses + [redirect, condition, json, yaml, document]
        + logs + [gzip] + linkFiles + files + requests

    /// Finds a target by its name, the canary included.
    package static func named(_ name: String) -> FuzzTarget? {
        (all + [canary]).first { $0.name == name }
    }

    /// A reader that fails on purpose, for one beginning to which coverage leads byte by byte.
    ///
    /// A fuzzer that works finds it within seconds.
    package static let canary = FuzzTarget("canary") { bytes in
        guard bytes.count > 4, bytes[0] == UInt8(ascii: "/") else { return }
        guard bytes[1] == UInt8(ascii: "{") else { return }
        guard bytes[2] == UInt8(ascii: "i") else { return }
        guard bytes[3] == UInt8(ascii: "d") else { return }
        throw FuzzFailure("the mistake that was made on purpose was found")
    }
}

/// A rule that an answer breaks.
package struct FuzzFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless something is true.
    static func unless(
        _ isTrue: Bool, _ rule: @autoclosure () -> String
    ) throws(FuzzFailure) {
        if !isTrue { throw FuzzFailure(rule()) }
    }
}
