import ArgumentParser

/// How to measure and print.
struct RunOptions: ParsableArguments {
    @Option(help: "How often each piece of work is measured; the median counts.")
    var rounds = 9

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if rounds < 1 { throw ValidationError("At least one round is needed.") }
    }
}
