/// A record of delimited text: its fields and their places.
struct DelimitedRecord {
    /// The place of the first byte.
    var place = InputPlace()
    /// The bytes as they are in the input.
    var raw: [UInt8] = []
    /// The contents of all fields, concatenated, without quotes.
    var contents: [UInt8] = []
    /// For each field, its start in `raw` and its end in `contents`.
    private var bounds: [(start: Int, end: Int)] = []

    /// The number of fields.
    var count: Int { bounds.count }

    mutating func reset(at place: InputPlace) {
        self.place = place
        raw.removeAll(keepingCapacity: true)
        contents.removeAll(keepingCapacity: true)
        bounds.removeAll(keepingCapacity: true)
    }

    mutating func endField(startingAt start: Int) {
        bounds.append((start, contents.count))
    }

    /// Returns the contents of a field.
    func text(_ index: Int) throws(InputProblem) -> String {
        let start = index == 0 ? 0 : bounds[index - 1].end
        if let text = String(validating: contents[start..<bounds[index].end], as: UTF8.self) {
            return text
        }
        let rawStart = bounds[index].start
        let rawEnd = index + 1 < bounds.count ? bounds[index + 1].start : raw.count
        let valid = Self.validPrefix(of: raw[rawStart..<rawEnd])
        throw InputProblem(
            at: place(ofByte: rawStart + valid), "These bytes are not UTF-8.",
            hint: "Save the input as UTF-8.")
    }

    /// Returns the place of a field.
    func place(ofField index: Int) -> InputPlace {
        index < bounds.count ? place(ofByte: bounds[index].start) : place
    }

    /// Returns the place of a byte of `raw`.
    private func place(ofByte offset: Int) -> InputPlace {
        var place = place
        for byte in raw[..<offset] {
            place.column += 1
            if byte == UInt8(ascii: "\n") {
                place.line += 1
                place.column = 1
            }
        }
        return place
    }

    /// Returns the number of bytes before the first invalid UTF-8.
    private static func validPrefix(of bytes: ArraySlice<UInt8>) -> Int {
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var count = 0
        while case .valid(let scalar) = decoder.parseScalar(from: &iterator) {
            count += scalar.count
        }
        return count
    }
}
