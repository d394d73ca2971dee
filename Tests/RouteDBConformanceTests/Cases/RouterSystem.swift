/// The router whose behaviour a case states.
enum RouterSystem: String, CaseIterable, Sendable {
    case jlroutes
    case urlnavigator
    case ikrouter
    case aroute
    case ahservicerouter
}
