#if Server
import RouteDB
import RouteDBPages

extension VisitorPages {
    /// Reads an operator's own pages from a folder, with those of a registry's namespaces; the usual ones without
    /// a folder.
    init(inFolder folder: String?, for registry: RouteRegistry) throws(RouteDBError) {
        guard let folder else {
            self.init()
            return
        }
        let namespaces = registry.table.namespaces.map(\.name)
        try self.init(in: folder, namespaces: namespaces) { (path, limit) throws(RouteDBError) in
            guard FileAccess(path: path).exists else { return nil }
            let bytes = try ReadableFile(path: path).read(at: 0, count: limit + 1)
            guard bytes.count <= limit else {
                throw RouteDBError(
                    .invalidValue, "The page '\(path)' is larger than \(limit) bytes.",
                    hint: "Make it smaller, or put its pictures elsewhere.")
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
#endif
