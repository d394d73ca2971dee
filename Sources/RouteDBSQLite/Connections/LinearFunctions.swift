import RouteDBCSQLite

/// Functions in the place of those of SQLite whose time grows with the product of their arguments'
/// lengths: `instr`, `replace`, and `trim`, `ltrim` and `rtrim` with two arguments.
///
/// SQLite looks at the time between its steps only, so that one call of these on long values would
/// take minutes. Here the time grows with the sum of the lengths. The results are the same, but that
/// a character to trim is at most four bytes, as UTF-8 has it.
///
/// SQLite passes as many arguments as a function was registered with, and their bytes are valid until
/// the function returns; the pointers below are not kept longer.
enum LinearFunctions {
    private typealias Arguments = UnsafeMutablePointer<OpaquePointer?>
    private typealias Function =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// Adds them to a connection.
    static func add(to handle: OpaquePointer) -> Int32 {
        unsafe [
            add("instr", 2, instr, to: handle), add("replace", 3, replace, to: handle),
            add("trim", 2, trim, to: handle), add("ltrim", 2, trimLeft, to: handle),
            add("rtrim", 2, trimRight, to: handle),
        ].first { $0 != SQLITE_OK } ?? SQLITE_OK
    }

    private static func add(
        _ name: String, _ count: Int32, _ function: Function, to handle: OpaquePointer
    ) -> Int32 {
        unsafe sqlite3_create_function_v2(
            handle, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
            function, nil, nil, nil)
    }

    // MARK: Searching

    private static let instr: Function = { context, _, values in
        guard let values = unsafe values, unsafe !isNull(values[0]), unsafe !isNull(values[1])
        else { return }
        let isBytes = unsafe [values[0], values[1]].allSatisfy {
            unsafe sqlite3_value_type($0) == SQLITE_BLOB
        }
        let whole = unsafe isBytes ? SQLiteArgument.blob(values[0]) : SQLiteArgument.text(values[0])
        let part = unsafe isBytes ? SQLiteArgument.blob(values[1]) : SQLiteArgument.text(values[1])
        guard let place = TextSearch(part).places(in: whole, most: 1).first else {
            return unsafe sqlite3_result_int64(context, 0)
        }
        let before = isBytes ? place : whole[..<place].count { !isContinuation($0) }
        unsafe sqlite3_result_int64(context, Int64(before + 1))
    }

    private static let replace: Function = { context, _, values in
        guard let values = unsafe values, unsafe !isNull(values[0]), unsafe !isNull(values[1])
        else { return }
        let (whole, part) = unsafe (SQLiteArgument.text(values[0]), SQLiteArgument.text(values[1]))
        guard let first = part.first, first != 0 else {
            return unsafe sqlite3_result_value(context, values[0])
        }
        guard unsafe !isNull(values[2]) else { return }
        let other = unsafe SQLiteArgument.text(values[2])
        let places = TextSearch(part).places(in: whole)
        let size = whole.count + places.count * (other.count - part.count)
        let limit = unsafe sqlite3_limit(
            sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1)
        guard size <= Int(limit) else { return unsafe sqlite3_result_error_toobig(context) }
        var result: [UInt8] = []
        result.reserveCapacity(size)
        var start = 0
        for place in places {
            result += whole[start..<place]
            result += other
            start = place + part.count
        }
        result += whole[start...]
        unsafe SQLiteArgument.give(result[...], to: context)
    }

    // MARK: Trimming

    private static let trim: Function = { unsafe trim($0, $2, left: true, right: true) }
    private static let trimLeft: Function = { unsafe trim($0, $2, left: true, right: false) }
    private static let trimRight: Function = { unsafe trim($0, $2, left: false, right: true) }

    private static func trim(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, left: Bool,
        right: Bool
    ) {
        guard let values = unsafe values, unsafe !isNull(values[0]), unsafe !isNull(values[1])
        else { return }
        var (rest, characters) = unsafe (
            SQLiteArgument.text(values[0])[...], SQLiteArgument.text(values[1])[...]
        )
        var trimmed: Set<UInt32> = []
        while !characters.isEmpty {
            let first = firstCharacter(of: characters)
            trimmed.insert(code(of: first))
            characters = characters.dropFirst(first.count)
        }
        while left, !rest.isEmpty {
            let first = firstCharacter(of: rest)
            guard trimmed.contains(code(of: first)) else { break }
            rest = rest.dropFirst(first.count)
        }
        while right, !rest.isEmpty {
            let last = lastCharacter(of: rest)
            guard trimmed.contains(code(of: last)) else { break }
            rest = rest.dropLast(last.count)
        }
        unsafe SQLiteArgument.give(rest, to: context)
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// The first character: a byte, or the first of several with up to three that go on.
    private static func firstCharacter(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = text.first, first >= 0xC0 else { return text.prefix(1) }
        return text.prefix(1 + text.dropFirst().prefix(3).prefix(while: isContinuation).count)
    }

    /// The bytes of a character as one number.
    private static func code(of character: ArraySlice<UInt8>) -> UInt32 {
        character.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The last character, as ``firstCharacter(of:)`` would find it.
    private static func lastCharacter(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = text.suffix(4)
        guard let start = end.lastIndex(where: { !isContinuation($0) }), end[start] >= 0xC0 else {
            return text.suffix(1)
        }
        return text[start...]
    }

    // MARK: Values

    private static func isNull(_ value: OpaquePointer?) -> Bool {
        unsafe sqlite3_value_type(value) == SQLITE_NULL
    }
}

/// Finds a text in others by the method of Knuth, Morris and Pratt: in time that grows with the sum of
/// their lengths.
private struct TextSearch {
    private let part: [UInt8]
    /// For each beginning of the text, how long the longest shorter one is that it ends with.
    private let borders: [Int32]

    init(_ part: [UInt8]) {
        var borders = [Int32](repeating: 0, count: part.count)
        var length = 0
        for index in part.indices.dropFirst() {
            while length > 0, part[index] != part[length] { length = Int(borders[length - 1]) }
            if part[index] == part[length] { length += 1 }
            borders[index] = Int32(truncatingIfNeeded: length)
        }
        (self.part, self.borders) = (part, borders)
    }

    /// Where the text is, from left to right, without those that overlap one before.
    func places(in text: [UInt8], most: Int = .max) -> [Int] {
        guard !part.isEmpty else { return [0] }
        var (places, length) = ([Int](), 0)
        for index in text.indices {
            while length > 0, text[index] != part[length] { length = Int(borders[length - 1]) }
            if text[index] == part[length] { length += 1 }
            guard length == part.count else { continue }
            places.append(index + 1 - length)
            if places.count == most { break }
            length = 0
        }
        return places
    }
}
