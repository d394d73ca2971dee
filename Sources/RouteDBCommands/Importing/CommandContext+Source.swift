extension CommandContext {
    /// Opens a file, or standard input for `-`.
    func source(_ path: String) throws(InputProblem) -> any ByteSource {
        path == "-" ? StandardInput(reader: input) : try InputFile(path: path)
    }
}
