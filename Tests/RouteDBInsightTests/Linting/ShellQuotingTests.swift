import RouteDBRouting
import Testing

/// Words of commands that people copy to a shell.
@Suite struct ShellQuotingTests {
    @Test(
        "a word is quoted where a shell would change it",
        arguments: [
            ("web", "web"), ("a.b-c_d/e:f=g,h@i", "a.b-c_d/e:f=g,h@i"), ("", "''"),
            ("a b", "'a b'"), ("$HOME", "'$HOME'"), ("~", "'~'"), ("=ls", "'=ls'"),
            ("#1", "'#1'"), ("/a/{id}", "'/a/{id}'"), ("it's", "'it'\\''s'"),
            ("'\u{301}", "''\\''\u{301}'"), ("é", "'é'"), ("a\nb", "'a\nb'"), ("*", "'*'"),
        ])
    func words(text: String, word: String) {
        #expect(ShellQuoting.quoted(text).utf8.elementsEqual(word.utf8))
    }

    @Test("a word can be quoted anyway")
    func always() {
        #expect(ShellQuoting.quoted("web", always: true) == "'web'")
    }
}
