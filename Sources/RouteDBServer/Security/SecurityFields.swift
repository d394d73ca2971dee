#if Server
package import HTTPTypes

/// The header fields of every answer that keep browsers from using it in another way.
package enum SecurityFields {
    private static let fields: HTTPFields = {
        var fields = HTTPFields()
        fields[.contentSecurityPolicy] =
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        fields[.xContentTypeOptions] = "nosniff"
        fields[.checked("X-Frame-Options")] = "DENY"
        fields[.checked("Referrer-Policy")] = "no-referrer"
        fields[.checked("Cross-Origin-Opener-Policy")] = "same-origin"
        fields[.crossOriginResourcePolicy] = "same-origin"
        fields[.cacheControl] = "no-store"
        return fields
    }()

    /// Adds the fields that an answer does not set itself.
    package static func add(to answer: inout HTTPFields, isEncrypted: Bool) {
        // Most answers set one or two fields: they are added to a copy of the others.
        var all = fields
        for field in answer where all.contains(field.name) { all[field.name] = nil }
        all.append(contentsOf: answer)
        answer = all
        if isEncrypted { answer[.strictTransportSecurity] = "max-age=31536000" }
    }
}
#endif
