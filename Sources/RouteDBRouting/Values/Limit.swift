extension Int {
    /// The most that a limit allows.
    ///
    /// In every option and in every part of the library a limit of 0 allows all, and so does a
    /// negative one, which no option takes.
    package var asLimit: Int { self > 0 ? self : .max }
}
