import RouteDBRouting

/// The parameters in a list of a path or of an operation.
struct OpenAPIParameters {
    private var list: [OpenAPIParameter] = []
    /// The losses of reading the list.
    private(set) var losses: [String] = []

    init(_ value: JSONValue?, of document: OpenAPIDocument) {
        guard case .array(let values)? = value else { return }
        let limit = OpenAPIDocument.parameterLimit
        if values.count > limit {
            losses.append("Only the first \(limit) parameters of a list are read.")
        }
        for value in values.prefix(limit) {
            let object = document.object(value)
            if let parameter = object.flatMap({ OpenAPIParameter($0, of: document) }) {
                list.append(parameter)
            } else {
                losses.append("A parameter cannot be read, or is in another file.")
            }
        }
    }

    /// The parameters, where those of an operation take the place of those of its path.
    func overridden(by own: OpenAPIParameters) -> [OpenAPIParameter] {
        var found: [OpenAPIParameter] = []
        var places: [[String]: Int] = [:]
        for parameter in list + own.list {
            let key = [parameter.place, parameter.name]
            if let place = places[key] {
                found[place] = parameter
            } else {
                places[key] = found.count
                found.append(parameter)
            }
        }
        return found
    }
}
