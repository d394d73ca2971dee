import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDBTraffic

@Suite("Paths of noise")
struct NoisePathTests {
    private func isNoise(_ path: String) -> Bool {
        NoisePaths.contains(path.split(separator: "/").map { ByteText($0.utf8) })
    }

    @Test(
        "paths of public lists are noise, in any case",
        arguments: [
            "/.env", "/.env.local", "/api/.env", "/.git/config", "/.git-credentials", "/.DS_Store",
            "/.aws/credentials", "/.ssh/id_rsa", "/.vscode/sftp.json", "/.bash_history", "/.my.cnf",
            "/.htpasswd", "/app/__pycache__/x", "/WEB-INF/web.xml", "/config.php", "/PHPInfo.php",
            "/shop.sql.gz", "/wp-config.php.bak", "/wp-login.php", "/blog/wp-login.php",
            "/wp-admin/setup-config.php", "/wp-content/plugins/x/readme.txt",
            "/wp-json/wp/v2/users",
            "/xmlrpc.php", "/cgi-bin/luci", "/server-status", "/phpMyAdmin-4.9/index.php",
            "/phpmyadmin", "/HNAP1", "/boaform/admin/formLogin", "/Autodiscover/Autodiscover.xml",
            "/favicon.ico", "/robots.txt", "/sitemap.xml", "/ads.txt", "/apple-touch-icon.png",
            "/apple-touch-icon-120x120-precomposed.png",
        ])
    func listed(path: String) {
        #expect(isNoise(path))
    }

    @Test(
        "what a page may be called is not noise, nor a whole kind of file",
        arguments: [
            "", "/", "/vendor/acme", "/manager", "/console/ps5", "/img/logo.png",
            "/products.php-books", "/wordpress", "/solr", "/telescope", "/actuator", "/owa",
            "/old.php",
            "/style.css", "/app.js", "/docs/manual.txt", "/feed.xml", "/backup.zip", "/learn/sql",
            "/blog/robots.txt", "/blog/favicon.ico", "/.well-known/assetlinks.json",
            "/.well-known/apple-app-site-association", "/.", "/..", "/...", "/.hidden",
            "/.environment",
            "/.e", "/env", "/git/config", "/config", "/wp-shoes", "/wp/login.php", "/hnap10",
            "/php-my-admin-book", "/dockerfile/course", "/apple-touch-icon/buy",
        ])
    func unlisted(path: String) {
        #expect(!isNoise(path))
    }

    @Test("bytes that are no text are not noise", arguments: 0..<8)
    func otherBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let segments = (0..<random.below(4)).map { _ in
                ByteText(
                    (0..<random.below(6)).map { _ in random.pick([0x2E, 0x2D, 0, 0xFF, 0xC3, 0x65])
                    })
            }
            #expect(!NoisePaths.contains(segments))
        }
    }
}
