extension RoutingTable {
    /// The enabled routes of a namespace that have no pattern.
    ///
    /// - Parameter namespace: The name of the namespace.
    /// - Returns: The routes, in the order of registration; empty if there is no such namespace.
    public func tasks(of namespace: String) -> [Route] {
        place(of: namespace).map { tables.objects[$0].tasks } ?? []
    }
}
