#if Server
import HTTPTypes
import Hummingbird
import RouteDB

extension EndpointTable {
    /// The version of the API that the OpenAPI document names.
    private static let version = "1"

    /// The endpoints of the API, with the one for their description.
    package static func api(_ state: ServiceState) -> EndpointTable {
        let endpoints =
            ServiceEndpoints.endpoints(state) + ResolveEndpoints.endpoints(state)
            + RouteCollection.endpoints(state) + NamespaceCollection.endpoints(state)
            + ConverterCollection.endpoints(state) + DefaultCollection.endpoints(state)
            + RuleCollection.endpoints(state) + SuppressionCollection.endpoints(state)
            + CaseCollection.endpoints(state) + AppCollection.endpoints(state)
            + RevisionEndpoints.endpoints(state) + TagEndpoints.endpoints(state)
            + InsightEndpoints.endpoints(state) + DocumentEndpoints.endpoints(state)
            + StatsEndpoints.endpoints(state) + HistoryEndpoints.endpoints(state)
            + RecordEndpoints.endpoints(state) + ReplayEndpoints.endpoints(state)
            + EventEndpoints.endpoints(state) + FeedEndpoints.endpoints(state)
            + AppLinkEndpoints.endpoints(state) + LinkEndpoints.endpoints(state)
        let document = ServiceDescription(
            EndpointTable(endpoints + [openAPI([:])]), schemas: APISchemas.all, version: version)
        return EndpointTable(endpoints + [openAPI(document.json)])
    }

    private static func openAPI(_ document: JSONObject) -> Endpoint {
        Endpoint(
            "openapi", .get, "/api/v1/openapi.json", "This description.", access: .open,
            answers: [.json(.any("An OpenAPI 3.1 document."), "The description.")]
        ) { _ in .json(document) }
    }
}
#endif
