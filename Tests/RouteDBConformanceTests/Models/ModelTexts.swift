/// The texts that random patterns and URLs are made of.
enum ModelTexts {
    static let schemes = ["app", "tests", "http", "a+b-c.1"]
    static let words = [
        "a", "b", "ab", "a-b", "user", "User", "img.png", "1", "12", "é", "%20", "a%20b", "a+b",
        "a=b", "x:y", "a%2Fb", "~", "a'b", "$", "^a", "a|b",
    ]
    static let names = ["id", "id", "x", "y", "user-id", "_", "é", "a%20b", "i d"]
    static let values = [
        "a", "a-b", "12", "-3", "+5", "-0", "007", "9223372036854775808", "1.5", ".5", "5.", "+1e3",
        "1e39", "6F9619FF-8b86-D011-B42D-00CF4FC964FF", "img.png", "a.b.png", "a%20b", "a%2Fb",
        "a%0Ab", "%23", "x%23", "%2B", "a+b", "%C3%A9", "é", "e\u{301}", "%zz", "100%", "%FF",
        "x:y", ":x", "<a>", "{a}", "a;b", "*", "%41%zz", "", "TRUE", "false", "Yes", "no", "-00t",
        "+0", "tr", "0z",
    ]
    static let queries = [
        "", "a", "a=1", "a=1&a=2", "a=", "=1", "a=b=c", "&&a=1&", "k%20y=v%20w", "a=1+2", "a=%2B",
        "id=q", "a=%zz", "a=é", "a=?x/y", "u=http://x/y?z=1", "a=1&b", "a=%26%3D%23", "a+b=1",
        "a=%FF", "a=%41%", "%FF=1", "a=1?b=2", "a?b=1?c=2", "a=1?", "?a=1",
    ]
    static let fragments = [
        "", "a", "/a", "a=b", "/a/b/", "a=b&c=d", "/a?b=c", "?a=b", "a?b", "a=b?a=b", "a=b?c=d",
        "a=", "?", "top", "/", "//", "a=1&a=2", "x?a=b?c=d", "a+b=c+d", "é", "&a=b",
    ]
    /// What may stand before the components of a JLRoutes pattern, without the scheme.
    static let origins = [
        "", "/", ":", ":/", "://", "://", "://", "://", ":///", "://localhost/", "://LOCALHOST/",
        "://a.com/", "://localhost:8080/", "://u:p@a.com:80/", "://u@", "://a/", "://A:80/",
        "://%61/", "://[::1]/", "://a%2Eb/",
    ]
}
