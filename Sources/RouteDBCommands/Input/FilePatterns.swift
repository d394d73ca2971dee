#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Files that arguments name with patterns, such as `'access.log*'`, which no shell has expanded.
enum FilePatterns {
    /// Returns the files that arguments name: of a pattern those that match it and are not named before, in the order
    /// of their names.
    ///
    /// An argument that is the path of a file is no pattern, nor is one that nothing matches.
    static func files(_ arguments: [String]) -> [String] {
        var files: [String] = []
        for argument in arguments {
            for file in matches(argument) where file == argument || !files.contains(file) {
                files.append(file)
            }
        }
        return files
    }

    private static func matches(_ argument: String) -> [String] {
        // The call reads the path only until it returns.
        guard argument.contains(where: { "*?[".contains($0) }), unsafe access(argument, F_OK) != 0
        else { return [argument] }
        var found = unsafe glob_t()
        // The call fills the structure with texts of its own, which are copied before they are freed.
        defer { unsafe globfree(&found) }
        guard unsafe glob(argument, 0, nil, &found) == 0 else { return [argument] }
        return unsafe (0..<Int(found.gl_pathc)).compactMap { place in
            unsafe found.gl_pathv[place].map { unsafe String(cString: $0) }
        }
    }
}
