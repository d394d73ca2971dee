import RouteDBCSQLite

// A plan passes through SQLite as text: for each argument `l` for a list or `v` for a value, then a
// colon, then the table's own text.
extension VirtualTableModule {
    static let plan: @convention(c) (Table?, UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 = {
        table, info in
        guard let table = unsafe table, let info = unsafe info else { return SQLITE_MISUSE }
        let plan = unsafe Self.table(table).plan(query(info))
        var forms = ""
        for (index, constraint) in plan.constraints.enumerated() {
            if constraint.isList { _ = unsafe routedb_is_list(info, Int32(constraint.number), 1) }
            unsafe info.pointee.aConstraintUsage[constraint.number].argvIndex = Int32(index + 1)
            forms += constraint.isList ? "l" : "v"
        }
        guard let text = unsafe copy("\(forms):\(plan.text)") else { return SQLITE_NOMEM }
        unsafe info.pointee.idxStr = unsafe text
        unsafe info.pointee.needToFreeIdxStr = 1
        unsafe info.pointee.estimatedCost = plan.cost
        unsafe info.pointee.estimatedRows = plan.rows
        return SQLITE_OK
    }

    /// The query, without constraints that cannot be used in this join order.
    private static func query(_ info: UnsafeMutablePointer<sqlite3_index_info>) -> VirtualQuery {
        // SQLite's array has as many elements as it says.
        let all = unsafe UnsafeBufferPointer(
            start: info.pointee.aConstraint, count: Int(info.pointee.nConstraint))
        let constraints = unsafe all.enumerated().compactMap {
            number, constraint -> VirtualQuery.Constraint? in
            guard constraint.usable != 0, let comparison = comparison(constraint.op) else {
                return nil
            }
            let collation = unsafe sqlite3_vtab_collation(info, Int32(number))
            return unsafe VirtualQuery.Constraint(
                number: number, column: Int(constraint.iColumn), comparison: comparison,
                isBinary: collation.map { unsafe String(cString: $0) == "BINARY" } ?? false,
                isList: unsafe routedb_is_list(info, Int32(number), -1) != 0)
        }
        return unsafe VirtualQuery(constraints: constraints, usedColumns: info.pointee.colUsed)
    }

    private static func comparison(_ operation: UInt8) -> VirtualQuery.Comparison? {
        switch Int32(operation) {
        case SQLITE_INDEX_CONSTRAINT_EQ: .equal
        case SQLITE_INDEX_CONSTRAINT_LT: .less
        case SQLITE_INDEX_CONSTRAINT_LE: .lessOrEqual
        case SQLITE_INDEX_CONSTRAINT_GT: .greater
        case SQLITE_INDEX_CONSTRAINT_GE: .greaterOrEqual
        case SQLITE_INDEX_CONSTRAINT_ISNULL: .isNull
        default: nil
        }
    }

    /// The table's own text of a plan, and the arguments, which are copied.
    static func arguments(
        _ text: String, count: Int, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) throws(SQLiteError) -> (plan: String, arguments: [VirtualArgument]) {
        let forms = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard forms.count == count, forms.count < text.utf8.count else {
            throw SQLiteError(
                code: .misuse, message: "the number of arguments does not match the plan")
        }
        var arguments: [VirtualArgument] = []
        for (index, form) in forms.enumerated() {
            guard let value = unsafe values?[index] else {
                throw SQLiteError(code: .misuse, message: "an argument is missing")
            }
            unsafe arguments.append(
                form == UInt8(ascii: "l") ? .list(try list(value)) : .value(Self.value(value)))
        }
        return (String(decoding: text.utf8.dropFirst(count + 1), as: UTF8.self), arguments)
    }

    private static func list(_ list: OpaquePointer) throws(SQLiteError) -> [SQLiteValue] {
        var values: [SQLiteValue] = []
        var element: OpaquePointer?
        var code = unsafe routedb_list_step(list, 1, &element)
        while code == SQLITE_OK, let value = unsafe element {
            unsafe values.append(Self.value(value))
            code = unsafe routedb_list_step(list, 0, &element)
        }
        guard code == SQLITE_DONE else {
            throw SQLiteError(code: ResultCode(rawValue: code), message: "a list cannot be read")
        }
        return values
    }

    private static func value(_ value: OpaquePointer) -> SQLiteValue {
        switch unsafe sqlite3_value_type(value) {
        case SQLITE_INTEGER: return unsafe .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: return unsafe .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            // The address first: it may convert the value, and the length is that of the result.
            let start = unsafe sqlite3_value_text(value)
            let count = unsafe Int(sqlite3_value_bytes(value))
            let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
            return unsafe .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = unsafe sqlite3_value_blob(value)
            let count = unsafe Int(sqlite3_value_bytes(value))
            return unsafe .blob(
                Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
        default: return .null
        }
    }
}
