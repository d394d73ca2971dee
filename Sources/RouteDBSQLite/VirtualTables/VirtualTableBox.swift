/// Holds a virtual table, since SQLite stores only an address.
final class VirtualTableBox {
    let table: any VirtualTable

    init(_ table: any VirtualTable) { self.table = table }
}

/// Holds a cursor, since SQLite stores only an address.
final class VirtualCursorBox {
    let cursor: any VirtualCursor

    init(_ cursor: any VirtualCursor) { self.cursor = cursor }
}
