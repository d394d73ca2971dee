import RouteDBRouting

/// The fields of a line in JSON, by the places of their values.
///
/// Only the keys of the line and the types of its values decide which these are.
struct ObjectFields {
    /// A field, and the place of its value; the first one of a column that has a value counts.
    struct Field {
        let column: LogColumn
        let place: Int
    }

    private(set) var fields: [Field] = []
    /// The scheme, where a key tells it without a value.
    var scheme: String?

    /// Forgets the fields.
    mutating func removeAll() {
        fields.removeAll(keepingCapacity: true)
        scheme = nil
    }

    /// Adds the field whose value is at a place; of an array, such as a header's values, the first element counts.
    mutating func add(_ column: LogColumn, _ place: Int, _ nodes: [JSONNode]) {
        guard nodes[place].kind == .array else {
            return fields.append(Field(column: column, place: place))
        }
        guard nodes[place].next > place &+ 1 else { return }
        fields.append(Field(column: column, place: place &+ 1))
    }

    /// The same fields by the places of their values among some places; the others have no value that counts.
    fileprivate func within(_ places: [Int]) -> ObjectFields {
        var result = ObjectFields()
        result.scheme = scheme
        result.fields = fields.compactMap { field in
            places.firstIndex(of: field.place).map { Field(column: field.column, place: $0) }
        }
        return result
    }
}

/// The shape of the last line in JSON, and the fields of all lines that have it.
///
/// Most lines of a log have the shape of the line before. Where they have not, no shape is looked for in a while.
struct ObjectShape {
    /// How many lines in a row may have another shape, and how many are then read without one.
    private static let (patience, pause) = (4, 256)

    private var shape = JSONShape()
    /// The fields of the lines of the shape, by their places in ``values``.
    private(set) var fields = ObjectFields()
    private var misses = 0
    private var paused = 0

    /// The values of the last line that had the shape.
    var values: JSONOutline { shape.values }

    /// Reads a line from an offset, if it has the shape; returns whether it has.
    mutating func read(_ line: RawSpan, from start: Int) -> Bool {
        guard paused == 0 else {
            paused &-= 1
            return false
        }
        guard !shape.read(line, from: start) else {
            misses = 0
            return true
        }
        misses &+= 1
        if misses == Self.patience { (misses, paused) = (0, Self.pause) }
        return false
    }

    /// Takes the shape of a line whose fields are known.
    mutating func take(
        _ outline: JSONOutline, of line: RawSpan, from start: Int, _ fields: ObjectFields
    ) {
        guard paused == 0 else { return }
        // Attributes are all of what their object contains.
        let hasObject = fields.fields.contains {
            $0.column == .attributes && outline.nodes[$0.place].kind == .object
        }
        guard !hasObject, let places = shape.take(from: outline, of: line, from: start) else {
            shape = JSONShape()
            return
        }
        self.fields = fields.within(places)
    }
}
