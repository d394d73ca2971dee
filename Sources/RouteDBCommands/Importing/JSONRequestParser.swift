import RouteDB

/// Converts JSON objects to requests.
struct JSONRequestParser {
    /// The time of requests that do not contain one.
    let time: Int64

    /// Returns the request of an object.
    func request(_ members: JSONMembers) throws(InputProblem) -> ResolutionRequest {
        var request = try members.read { reader throws(JSONMemberError) in
            try ResolutionRequest(json: reader.object)
        }
        request.time = request.time ?? time
        return request
    }

    /// Returns the unknown keys of an object.
    func ignoredKeys(_ members: JSONMembers) -> [String] {
        members.object.members.map(\.key).filter { !ResolutionRequest.jsonKeys.contains($0) }
    }
}
