internal import RouteDBCSQLite

extension Connection {
    /// Registers a virtual table for use in queries.
    ///
    /// The connection keeps the table until it is closed.
    package func register(_ table: any VirtualTable, as name: String) throws(SQLiteError) {
        let box = Unmanaged.passRetained(VirtualTableBox(table)).toOpaque()
        // SQLite calls the last function also if this fails.
        try check(
            sqlite3_create_module_v2(try open(), name, VirtualTableModule.pointer, box) { box in
                guard let box else { return }
                Unmanaged<VirtualTableBox>.fromOpaque(box).release()
            })
    }
}
