/// What the list of the segments says of one.
package struct SegmentEntry: Hashable, Sendable {
    package let id: Int64
    package let hits: Int64
    package let firstTime: Int64
    package let lastTime: Int64
}
