import ArgumentParser

/// What hits there are to be.
struct WorkloadOptions: ParsableArguments {
    @Option(help: "How many hits.")
    var hits = 10_000_000

    @Option(help: "How many routes they are of, few of which get most of them.")
    var routes = 200

    @Option(help: "Over how many days they are spread, up to the end of 2025.")
    var days = 30

    @Option(help: "How many are written at once: an import writes 16,384, a recorder 4,096.")
    var batch = 16_384

    @Option(help: "What decides all else.")
    var seed: UInt64 = 1
}
