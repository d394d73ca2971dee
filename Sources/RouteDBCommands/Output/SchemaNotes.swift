extension CommandContext {
    /// Names what other programs added to a file's schema, if they did.
    ///
    /// It does no harm, so it is no finding; but whoever looks for damage wants to know.
    ///
    /// - Parameter additions: What the registry or the history says of it.
    func notify(additions: [String]) {
        for addition in additions {
            notify("note: another program added \(addition); it does no harm")
        }
    }
}
