extension Int {
    /// The number of items that a limit allows.
    ///
    /// A limit of 0 means no limit, in every option and everywhere in the library. So does a
    /// negative limit, which no option accepts.
    package var asLimit: Int { self > 0 ? self : .max }
}
