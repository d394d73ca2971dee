#if Server
    import RouteDBServer
#endif

extension FuzzTarget {
    #if Server
        /// The path, the query and the form of a request: what is read of it is what it says.
        ///
        /// The rest of HTTP is SwiftNIO's.
        static let requests = [
            FuzzTarget("http-request") { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                do throws(Problem) {
                    let target = try RequestTarget(text)
                    precondition(!target.segments.isEmpty, "a path has no segment")
                    precondition(
                        target.segments.allSatisfy { $0.utf8.count <= text.utf8.count },
                        "a segment is longer than its text")
                } catch {}
                _ = try? RequestTarget.fields(Substring(text))
                _ = HostRule(host: "127.0.0.1").allows(text)
                let name = HostRule.name(of: text)
                try FuzzFailure.unless(
                    text.hasPrefix(name) || text.isEmpty, "the host is another one")
            }
        ]
    #else
        /// Requests are read only with the trait `Server`.
        static let requests: [FuzzTarget] = []
    #endif
}
