import RouteDB

/// One line of a case file: a fresh router, its routes, one request, and what is expected of it.
///
/// `Fixtures/README.md` says what the members of ``options``, ``routes``, ``steps``, ``request``
/// and ``expect`` mean in each system.
struct ConformanceCase: Sendable {
    /// The file and the line.
    let place: String
    let id: String
    let system: RouterSystem
    let caseClass: CaseClass
    let what: String
    let options: JSONObject
    let routes: [JSONObject]
    let steps: [JSONObject]
    let url: String?
    let context: JSONValue
    let op: String?
    let request: JSONObject
    let expect: JSONObject

    /// Reads a line.
    init(line text: String, number: Int, of path: String) throws(CaseFileError) {
        func error(_ message: String) -> CaseFileError {
            CaseFileError(path: path, line: number, message: message)
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: text)
        } catch {
            throw CaseFileError(path: path, line: number, message: "no JSON: \(error)")
        }
        guard let object = json.object else { throw error("a case is an object") }
        guard let id = object.text("id") else { throw error("'id' is missing") }
        guard let system = object.text("system").flatMap(RouterSystem.init(rawValue:)) else {
            throw error("'system' is none that is known")
        }
        guard let caseClass = object.text("class").flatMap(CaseClass.init(rawValue:)) else {
            throw error("'class' is none that is known")
        }
        guard let expect = object.object("expect"), !expect.members.isEmpty else {
            throw error("'expect' says nothing")
        }
        place = "\(path):\(number)"
        self.id = id
        self.system = system
        self.caseClass = caseClass
        self.expect = expect
        what = object.text("what") ?? ""
        options = object.object("options") ?? [:]
        guard let routes = Self.objects(object["routes"]) else {
            throw error("'routes' is no list of objects")
        }
        guard let steps = Self.objects(object["steps"]) else {
            throw error("'steps' is no list of objects")
        }
        self.routes = routes
        self.steps = steps
        url = object.text("url")
        context = object["context"] ?? .null
        op = object.text("op")
        request = object.object("request") ?? [:]
    }

    /// The objects of a list, of which an absent one is empty; `nil` if it is no such list.
    private static func objects(_ value: JSONValue?) -> [JSONObject]? {
        switch value {
        case nil: return []
        case .array(let elements)?:
            let objects = elements.compactMap(\.object)
            return objects.count == elements.count ? objects : nil
        default: return nil
        }
    }
}
