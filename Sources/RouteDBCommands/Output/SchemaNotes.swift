extension CommandContext {
    /// Prints notes about what other programs added to a file's schema.
    ///
    /// Additions do no harm, so they are not findings, but they matter when looking for damage.
    ///
    /// - Parameter additions: The additions, as the registry or history describes them.
    func notify(additions: [String]) {
        for addition in additions {
            notify("note: another program added \(addition); it does no harm")
        }
    }
}
