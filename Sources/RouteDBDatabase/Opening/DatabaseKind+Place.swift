package import RouteDBSQLite

extension DatabaseKind {
    /// Checks, before anything opens a path, that it can be a registry or history.
    ///
    /// Anything other than a regular file is refused; opening a named pipe, for example, would
    /// block.
    package func checkPlace(_ file: FileAccess, writes: Bool) throws(RouteDBError) {
        let path = file.path
        if let irregularity = file.irregularity {
            throw RouteDBError(
                mismatchCode, "'\(path)' is not a \(self): it is \(irregularity).",
                hint: irregularity == "a directory"
                    ? "Give the path of a file, such as '\(path)/\(usualName)'."
                    : "Give the path of a regular file.")
        }
        let real = file.resolved
        for suffix in ["-journal", "-wal", "-shm"] {
            let companion = FileAccess(path: real.path + suffix)
            guard let irregularity = companion.irregularity else { continue }
            throw RouteDBError(
                .storageFailure,
                "The \(self) '\(path)' cannot be opened: SQLite needs the path"
                    + " '\(companion.path)', and that is \(irregularity).",
                hint: "Remove it.")
        }
        // SQLite places the journal beside the name by which the file is opened. A process that
        // opens the file by another name does not find the journal, and corrupts the file.
        if writes, file.nameCount > 1 {
            throw RouteDBError(
                .readOnly,
                "The \(self) '\(path)' cannot be written: it has \(file.nameCount) names (hard links),"
                    + " and SQLite can recover from a crash through only one of them.",
                hint: "Remove the other names; `find -samefile '\(path)'` lists them."
                    + " Symbolic links do no harm.")
        }
    }

    private var usualName: String {
        switch self {
        case .registry: "routes.db"
        case .history: "routes.hits.db"
        }
    }
}

extension FileAccess {
    /// How to open a file for reading.
    ///
    /// Undoing an interrupted write means writing the file and removing its journal from the
    /// directory.
    package var readingMode: OpenMode {
        isWritable && resolved.directory.isWritable ? .undoing : .readOnly
    }
}
