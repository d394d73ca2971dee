/// The text columns of hits, in the order in which a segment stores them.
package enum HitText: Int, CaseIterable, Sendable {
    case url, principal, parameters, referrer
}
