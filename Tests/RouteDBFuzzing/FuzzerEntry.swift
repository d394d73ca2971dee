import Foundation

/// What the fuzzer calls with each input; see https://llvm.org/docs/LibFuzzer.html.
///
/// The target is the one that `ROUTEDB_FUZZ_TARGET` names. What breaks a rule ends the process, so
/// that the fuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // The fuzzer lends the bytes until this function returns.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do {
        try FuzzerEntry.target.run(bytes)
    } catch {
        fatalError("\(FuzzerEntry.target.name): \(error)")
    }
    return 0
}

private enum FuzzerEntry {
    static let target: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["ROUTEDB_FUZZ_TARGET"] ?? ""
        guard let target = FuzzTarget.named(name) else {
            let names = FuzzTarget.all.map(\.name).joined(separator: " ")
            fatalError("ROUTEDB_FUZZ_TARGET names no target; the targets are: \(names)")
        }
        return target
    }()
}
