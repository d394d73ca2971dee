#if Server
extension EndpointTable {
    /// All endpoints of the service.
    ///
    /// - Parameter state: What they work with.
    /// - Returns: The table.
    package static func service(_ state: ServiceState) -> EndpointTable {
        EndpointTable(api(state).endpoints + ConsoleEndpoints.endpoints(state))
    }
}
#endif
