/// The outcome of a resolution as stored with a hit.
///
/// The numbers are part of the file format. A file may contain numbers that this version does not
/// know.
package struct HitOutcome: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let matched = HitOutcome(rawValue: 1)
    package static let unmatched = HitOutcome(rawValue: 2)
    package static let denied = HitOutcome(rawValue: 3)
    package static let challenged = HitOutcome(rawValue: 4)
    package static let invalid = HitOutcome(rawValue: 5)
}
