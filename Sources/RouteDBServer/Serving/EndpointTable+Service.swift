#if Server
extension EndpointTable {
    /// All endpoints of the service.
    package static func service(_ state: ServiceState) -> EndpointTable {
        EndpointTable(api(state).endpoints + ConsoleEndpoints.endpoints(state))
    }
}
#endif
