import RouteDB

/// Makes requests of JSON objects.
struct JSONRequestParser {
    /// The time of requests that do not tell it.
    let time: Int64

    /// The request of an object.
    func request(_ members: JSONMembers) throws(InputProblem) -> ResolutionRequest {
        var request = try members.read { reader throws(JSONMemberError) in
            try ResolutionRequest(json: reader.object)
        }
        request.time = request.time ?? time
        return request
    }

    /// The keys of an object that stand for nothing.
    func ignoredKeys(_ members: JSONMembers) -> [String] {
        members.object.members.map(\.key).filter { !ResolutionRequest.jsonKeys.contains($0) }
    }
}
