/// What a resolution came to, as a hit keeps it.
///
/// The numbers are part of the file's format. A file may hold numbers that this version has no
/// name for.
package struct HitOutcome: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let matched = HitOutcome(rawValue: 1)
    package static let unmatched = HitOutcome(rawValue: 2)
    package static let denied = HitOutcome(rawValue: 3)
    package static let challenged = HitOutcome(rawValue: 4)
    package static let invalid = HitOutcome(rawValue: 5)
}
