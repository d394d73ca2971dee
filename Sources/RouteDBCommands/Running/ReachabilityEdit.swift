import RouteDB

/// What an edit came to, and which routes it leaves without URLs that reach them.
struct ReachabilityEdit<Value: Sendable>: Sendable {
    let value: Value
    let facts: ReachabilityFacts

    /// Thrown to take back an edit that needs consent.
    fileprivate struct ConsentNeeded: Error {
        let facts: ReachabilityFacts
        let revision: Int64
    }

    /// Edits namespaces.
    ///
    /// - Parameters:
    ///   - editor: The editor.
    ///   - edit: An edit that changes no route but for removing some.
    /// - Throws: What the edit throws.
    init(ofNamespacesIn editor: RegistryEditor, _ edit: () throws -> Value) throws {
        let before = try editor.storedNamespaces()
        value = try edit()
        var after = RegistrySnapshot(
            revision: 0, namespaces: try editor.storedNamespaces(), routes: [])
        // Without a change of bindings there is no need to read the routes.
        if before != after.namespaces { after = try editor.snapshot() }
        var old = after
        old.namespaces = before
        facts = ReachabilityFacts(ReachabilityChange(from: old, to: after), in: after)
    }

    /// Tells of an edit of one route.
    ///
    /// - Parameters:
    ///   - value: What the edit came to.
    ///   - before: The route before the edit; `nil`: there was none.
    ///   - after: The route after it.
    ///   - editor: The editor.
    /// - Throws: What reading the registry throws.
    init(
        _ value: Value, from before: Route?, to after: Route, in editor: RegistryEditor
    ) throws {
        self.value = value
        var new = RegistrySnapshot(
            revision: 0, namespaces: try editor.storedNamespaces(), routes: [after])
        let change = { (new: RegistrySnapshot) in
            var old = new
            old.routes = new.routes.compactMap { $0.id == after.id ? before : $0 }
            return ReachabilityChange(from: old, to: new)
        }
        // The other routes only matter for where URLs go.
        if !change(new).losses.isEmpty { new = try editor.snapshot() }
        facts = ReachabilityFacts(change(new), in: new)
    }
}

extension RouteRegistry {
    /// Edits as the options of a command say, and asks first if routes would lose their URLs.
    ///
    /// - Parameters:
    ///   - write: The options.
    ///   - confirmation: Whether the user agreed beforehand.
    ///   - source: The name of the command.
    ///   - context: The context of the command.
    ///   - body: The edit, which may be run twice.
    /// - Returns: What the edit came to.
    /// - Throws: What the edit throws; ``CommandFailure`` if the answer is no, or nobody can be asked.
    func edit<Value: Sendable>(
        _ write: WriteOptions, _ confirmation: Confirmation, source: String,
        in context: CommandContext,
        _ body: @Sendable (RegistryEditor) throws -> ReachabilityEdit<Value>
    ) async throws -> EditResult<ReachabilityEdit<Value>> {
        let isAgreed = confirmation.yes || write.dryRun
        do {
            let result = try await edit(write, source: source, in: context) { editor in
                let edit = try body(editor)
                if !isAgreed, edit.facts.reason != nil {
                    throw ReachabilityEdit<Value>.ConsentNeeded(
                        facts: edit.facts, revision: editor.base)
                }
                return edit
            }
            for note in result.value.facts.notes() { context.notify(note) }
            return result
        } catch let needed as ReachabilityEdit<Value>.ConsentNeeded {
            try confirmation.require(
                needed.facts.consentLines, because: needed.facts.reason ?? "",
                details: ["reachability": .object(needed.facts.object)], in: context)
            // What was shown is what is done.
            var write = write
            write.expectedRevision = write.expectedRevision ?? needed.revision
            let result = try await edit(write, source: source, in: context, body)
            for note in result.value.facts.notes(withGrave: false) { context.notify(note) }
            return result
        }
    }
}
