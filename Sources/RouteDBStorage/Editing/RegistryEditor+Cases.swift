public import RouteDBDatabase
public import RouteDBRouting

extension RegistryEditor {
    /// Stores a case.
    ///
    /// Storing an equal case again does nothing, so this is idempotent. A case with a name is
    /// identified by the name, and one without by its content.
    ///
    /// - Parameters:
    ///   - content: The case.
    ///   - isReplacing: Whether to replace a different case with the same name; otherwise that is
    ///     an error.
    /// - Returns: What was done, and the id of the case.
    /// - Throws: `invalidCase`, `invalidValue`, `caseConflict`.
    @discardableResult
    public func addCase(
        _ content: RouteTestCase, replacing isReplacing: Bool = false
    ) throws(RouteDBError) -> EditOutcome<CaseID> {
        try perform { () throws(RouteDBError) in
            try check(content)
            guard let name = content.name else {
                if let twin = try live.cases.twin(of: content) { return .unchanged(twin) }
                return .added(try insert(content, as: nil))
            }
            guard let old = try live.cases.find(named: name) else {
                return .added(try insert(content, as: nil))
            }
            let isSame = old.content.json.description.utf8.elementsEqual(
                content.json.description.utf8)
            if isSame { return .unchanged(old.id) }
            guard isReplacing else {
                throw RouteDBError(
                    .caseConflict,
                    "A different case named '\(name)' already exists, #\(old.id.rawValue).",
                    hint: "Replace it, or choose another name.")
            }
            try live.cases.end(id: old.id.rawValue, in: try makeRevision())
            return .replaced(try insert(content, as: old.id))
        }
    }

    /// Removes a stored case.
    ///
    /// - Parameter id: The id of the case.
    /// - Returns: The removed case.
    /// - Throws: `caseNotFound`.
    @discardableResult
    public func removeCase(_ id: CaseID) throws(RouteDBError) -> RouteTestCase.Stored {
        try perform { () throws(RouteDBError) in
            guard let stored = try live.cases.find(id: id.rawValue) else {
                throw RouteDBError(noCase: id, hint: try live.cases.fate(of: id.rawValue))
            }
            try live.cases.end(id: id.rawValue, in: try makeRevision())
            return stored
        }
    }

    /// Removes the stored case with a name, or with an id such as `#3`.
    package func removeCase(_ text: String) throws(RouteDBError) -> RouteTestCase.Stored {
        if let id = CaseID(written: text) { return try removeCase(id) }
        if let named = try findCase(nil, orNamed: text) { return try removeCase(named.id) }
        let id = Int64(text).map { CaseID(rawValue: $0) }
        if let found = try findCase(id, orNamed: nil) { return try removeCase(found.id) }
        // The error suggests what there is.
        return try removeCase(try cases().referred(by: text).id)
    }

    /// Returns the stored case with an id, or else with a name; `nil` if there is none.
    package func findCase(
        _ id: CaseID?, orNamed name: String?
    ) throws(RouteDBError) -> RouteTestCase.Stored? {
        try perform { () throws(RouteDBError) in
            if let id, let found = try live.cases.find(id: id.rawValue) { return found }
            return try name.flatMap { (name) throws(RouteDBError) in
                try live.cases.find(named: name)
            }
        }
    }

    /// The stored cases, oldest first.
    ///
    /// - Throws: `corrupt`, `storageFailure`.
    public func cases() throws(RouteDBError) -> [RouteTestCase.Stored] {
        try perform { () throws(RouteDBError) in try live.cases.all(at: nil) }
    }

    private func insert(
        _ content: RouteTestCase, as id: CaseID?
    ) throws(RouteDBError) -> CaseID {
        let revision = try makeRevision()
        let id = if let id { id } else { CaseID(rawValue: try makeID(in: live.cases)) }
        try live.cases.insert(RouteTestCase.Stored(id: id, content: content), in: revision)
        return id
    }

    /// Checks that the case survives conversion to JSON, which is how it is stored.
    private func check(_ content: RouteTestCase) throws(RouteDBError) {
        if let name = content.name { try EditRules.checkCaseName(name) }
        let read: RouteTestCase
        do {
            read = try RouteTestCase(json: content.json)
        } catch {
            throw RouteDBError(invalidCase: error)
        }
        guard read.request.urlBytes == content.request.urlBytes else {
            throw RouteDBError(
                .invalidCase, "The URL of the case is not UTF-8, so it cannot be stored as text.",
                hint: "Percent-encode such bytes.")
        }
    }
}

extension CaseID {
    /// Reads an id that is written as `#3`.
    fileprivate init?(written text: String) {
        guard text.utf8.first == UInt8(ascii: "#"), let id = Int64(text.dropFirst()) else {
            return nil
        }
        self.init(rawValue: id)
    }
}

extension [RouteTestCase.Stored] {
    /// Returns the case with a name, or else with an id, such as `#3` or `3`.
    package func referred(by text: String) throws(RouteDBError) -> RouteTestCase.Stored {
        if let id = CaseID(written: text) {
            guard let found = first(where: { $0.id == id }) else {
                throw RouteDBError(noCase: id)
            }
            return found
        }
        let named = first { $0.content.name?.utf8.elementsEqual(text.utf8) ?? false }
        let number = Int64(text)
        if let found = named ?? first(where: { $0.id.rawValue == number }) { return found }
        throw RouteDBError(noCase: text, among: self)
    }
}

extension RouteDBError {
    /// Creates the error for an object that is not a valid case.
    package init(invalidCase error: JSONMistake) {
        self.init(.invalidCase, error.message, hint: error.hint, underlying: error)
    }
}
