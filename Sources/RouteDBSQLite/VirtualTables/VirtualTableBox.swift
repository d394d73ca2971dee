/// Keeps a virtual table where SQLite keeps an address.
final class VirtualTableBox {
    let table: any VirtualTable

    init(_ table: any VirtualTable) { self.table = table }
}

/// Keeps a cursor where SQLite keeps an address.
final class VirtualCursorBox {
    let cursor: any VirtualCursor

    init(_ cursor: any VirtualCursor) { self.cursor = cursor }
}
