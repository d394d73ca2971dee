package import RouteDBDatabase
package import RouteDBRouting

extension RegistryEditor {
    /// The content of the registry including the edits so far.
    ///
    /// Its revision is the one that the edits create, or, without changes, the one before.
    package func snapshot() throws(RouteDBError) -> RegistrySnapshot {
        try perform { () throws(RouteDBError) in
            try RegistrySnapshot(
                reading: live.database, revision: revision ?? base, past: nil, withCases: true)
        }
    }

    /// The routes that conditions select with the edits so far, and what belongs to them.
    package func snapshot(of query: RouteQuery) throws(RouteDBError) -> RegistrySnapshot {
        try perform { () throws(RouteDBError) in
            try RegistryQuestions(database: live.database, number: revision ?? base, past: nil)
                .snapshot(of: query)
        }
    }

    /// The namespaces with the edits so far, by age.
    package func storedNamespaces() throws(RouteDBError) -> [RouteNamespace] {
        try perform { () throws(RouteDBError) in
            try live.allPlaces()
        }
    }
}
