import RouteDBDatabase
import RouteDBSQLite

/// An item whose versions are the rows of a table.
protocol StoredItem {
    static var table: VersionedTable { get }

    /// Reads an item from a row with the columns of the table.
    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> Self
}

/// An item that edits write.
protocol EditedItem: StoredItem {
    /// Binds the values of the columns of the table.
    func bind(to statement: inout Statement) throws(SQLiteError)
}

/// The versions of all items of one kind.
struct Versions<Item: StoredItem> {
    let database: Database

    /// The items at a revision, sorted; `nil` for the live ones.
    ///
    /// Rows that are not wanted are not read.
    func all(
        at revision: Int64?, where isWanted: (borrowing Statement) -> Bool = { _ in true }
    ) throws(RouteDBError) -> [Item] {
        guard let revision else { return try items(Item.table.live, where: isWanted) }
        return try items(Item.table.past, .integer(revision), where: isWanted)
    }

    /// The items that a query finds, whose columns must be those of the table.
    func items(
        _ query: ComposedSQL, _ values: SQLiteValue...,
        where isWanted: (borrowing Statement) -> Bool = { _ in true }
    ) throws(RouteDBError) -> [Item] {
        try items(query, values, where: isWanted)
    }

    /// The items that a query finds with the values of its parameters.
    func items(
        _ query: ComposedSQL, _ values: [SQLiteValue],
        where isWanted: (borrowing Statement) -> Bool = { _ in true }
    ) throws(RouteDBError) -> [Item] {
        try database.run(query) { statement in
            try statement.bind(values)
            var items: [Item] = []
            while try statement.step() {
                if isWanted(statement) { items.append(try Item.read(statement, in: database)) }
            }
            return items
        }
    }

    /// The items that queries find at a revision, `nil` for the live ones, with the values of the parameters from
    /// `?2` on; a query of live items without parameters takes none.
    func items(
        _ queries: VersionedTable.Dated, at past: Int64?, _ values: [SQLiteValue]
    ) throws(RouteDBError) -> [Item] {
        guard let past else {
            return try items(queries.live, values.isEmpty ? [] : [.null] + values)
        }
        var found: [Item] = []
        for query in queries.past { found += try items(query, [.integer(past)] + values) }
        return found
    }

    /// The first item that a query finds and a condition holds for.
    ///
    /// Later rows are not read, and no more than one item is held.
    func first(
        _ query: ComposedSQL, _ values: SQLiteValue..., where isWanted: (Item) throws -> Bool
    ) throws(RouteDBError) -> Item? {
        try database.run(query) { statement in
            try statement.bind(values)
            while try statement.step() {
                let item = try Item.read(statement, in: database)
                if try isWanted(item) { return item }
            }
            return nil
        }
    }

    /// Returns whether a query finds a row.
    func hasAny(_ query: ComposedSQL, _ values: SQLiteValue...) throws(RouteDBError) -> Bool {
        try database.run(query) { statement in
            try statement.bind(values)
            return try statement.step()
        }
    }

    /// The live item with an id.
    func find(id: Int64) throws(RouteDBError) -> Item? {
        try database.run(Item.table.withID) { statement in
            try statement.bind(id, at: 1)
            return try statement.step() ? try Item.read(statement, in: database) : nil
        }
    }

    /// Returns the fate of an id that no item has at a revision, as a hint; `nil` stands for the newest.
    func fate(of id: Int64, at past: Int64? = nil) throws(RouteDBError) -> String {
        if let end = try number(Item.table.lastEnd, id, past ?? .max) {
            return "Revision \(end) removed it."
        }
        let first = try number(Item.table.firstMade, id)
        return first.map { "Revision \($0) added it." } ?? "It has never existed."
    }

    private func number(_ query: ComposedSQL, _ values: Int64...) throws(RouteDBError) -> Int64? {
        try database.run(query) { statement in
            try statement.bind(values.map(SQLiteValue.integer))
            return try statement.step() ? statement.optionalInt(at: 0) : nil
        }
    }

    /// Ends the live item with an id.
    func end(id: Int64, in revision: Int64) throws(RouteDBError) {
        try end(Item.table.byID, in: revision, .integer(id))
    }

    /// Ends the live items that a condition finds.
    func end(
        _ ending: VersionedTable.Ending, in revision: Int64, _ values: SQLiteValue...
    ) throws(RouteDBError) {
        for sql in [ending.delete, ending.update] {
            try database.run(sql) { statement in
                try statement.bind(revision, at: 1)
                for (index, value) in values.enumerated() {
                    try statement.bind(value, at: Int32(index + 2))
                }
                try statement.run()
            }
        }
    }
}

extension SQLiteValue {
    /// A text, or NULL.
    init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }

    /// An integer, or NULL.
    init(_ integer: Int64?) { self = integer.map(SQLiteValue.integer) ?? .null }
}

extension Statement {
    /// Binds values to the first parameters.
    mutating func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }
}

extension Versions where Item: EditedItem {
    /// Inserts a version.
    func insert(_ item: Item, in revision: Int64) throws(RouteDBError) {
        try database.run(Item.table.insert) { statement in
            try item.bind(to: &statement)
            try statement.bind(revision, at: Int32(Item.table.columns.count + 1))
            try statement.run()
        }
    }
}

extension Database {
    /// The next unused id of a table.
    func nextID(in table: VersionedTable) throws(RouteDBError) -> Int64 {
        let id = try run(table.nextID) { statement in
            try statement.step() ? statement.int(at: 0) : 1
        }
        return try checkedNew(id)
    }

    /// Returns a new id if there may be one with that number: in a sound file there always may.
    func checkedNew(_ id: Int64) throws(RouteDBError) -> Int64 {
        try checked(id, 1...RevisionRecords.maximum, "id")
    }
}
