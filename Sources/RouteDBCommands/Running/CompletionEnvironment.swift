/// The environment in which completions are asked for; the parser has no other way to pass it.
enum CompletionEnvironment {
    @TaskLocal static var current: [String: String] = [:]
}
