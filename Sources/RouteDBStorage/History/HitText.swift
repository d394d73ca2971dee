/// The columns of bytes of hits, in the order of their places in a segment.
package enum HitText: Int, CaseIterable, Sendable {
    case url, principal, parameters, referrer
}
