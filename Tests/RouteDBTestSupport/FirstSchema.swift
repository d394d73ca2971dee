import RouteDBDatabase
import RouteDBMigrations
import RouteDBSQLite

/// Files as the first version of the program made them.
package enum FirstSchema {
    /// Makes a registry with two namespaces, a route and a default value.
    package static func makeRegistry(at path: String) throws {
        let first = MigrationScript.all[0]
        let connection = try Connection(path: path, mode: .create)
        try connection.execute(first.sql)
        try connection.execute(
            """
            PRAGMA application_id = \(0x5274_4442);
            PRAGMA user_version = 1;
            INSERT INTO migration VALUES (1, 'v0001_initial', '\(first.checksum)', 5);
            INSERT INTO revision VALUES (1, 5, 'a', 'Create the registry', 'init');
            INSERT INTO revision VALUES (2, 6, 'a', '', 'add');
            INSERT INTO namespace (id, name, profile, made_by) VALUES (1, 'default', 'native', 1);
            INSERT INTO namespace (id, name, profile, choice, letter_case, fallback, made_by)
                VALUES (2, 'web', 'native', 'first', 'insensitive', 1, 2);
            INSERT INTO namespace_binding (namespace, scheme, host, made_by)
                VALUES (2, 'https', '*.example.com', 2);
            INSERT INTO route (id, namespace, name, pattern, written, syntax, target, priority,
                is_enabled, made_by)
                VALUES (1, 2, 'user', '/user/{id}', '/user/:id', 'native', 'u', 3, 1, 2);
            INSERT INTO default_value (route, key, value, made_by) VALUES (1, 'k', '[1]', 2);
            """)
        try connection.close()
    }
}
