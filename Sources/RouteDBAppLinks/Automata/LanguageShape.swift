/// What is plain to see of a set of paths: how all of them begin and end, and how many slashes they have.
///
/// Two sets whose shapes exclude each other have no path in common, which spares most searches.
package struct LanguageShape: Hashable, Sendable {
    /// The bytes that every path begins with.
    package var prefix: [UInt8] = []
    /// The bytes that every path ends with.
    package var suffix: [UInt8] = []
    /// The fewest slashes of a path.
    package var minimumSlashes = 0
    /// The most slashes of a path; `nil` for any number.
    package var maximumSlashes: Int?
    /// Whether letters stand for both cases.
    package var foldsCase = false

    package init() {}

    /// Whether the shapes leave room for a path in both sets.
    package func mayMeet(_ other: LanguageShape) -> Bool {
        if let most = maximumSlashes, other.minimumSlashes > most { return false }
        if let most = other.maximumSlashes, minimumSlashes > most { return false }
        let folds = foldsCase || other.foldsCase
        func agree(_ one: UInt8, _ other: UInt8) -> Bool {
            one == other || folds && one.lowercased == other.lowercased
        }
        return zip(prefix, other.prefix).allSatisfy(agree)
            && zip(suffix.reversed(), other.suffix.reversed()).allSatisfy(agree)
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 32 : self
    }
}
