/// The environment for generating completions; the parser has no other way to pass it.
enum CompletionEnvironment {
    @TaskLocal static var current: [String: String] = [:]
}
