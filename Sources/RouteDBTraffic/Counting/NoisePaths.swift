import RouteDBRouting

/// Recognizes the paths that browsers, crawlers and scanners request from every server, whatever routes
/// there are, so that none is missing for them.
///
/// The names are from public lists, which Docs/analysis.md links to: a name that a page may have, such as
/// `vendor` or `manager`, is left out, and so is what a whole kind of file ends with.
enum NoisePaths {
    /// The files at the root of a host that browsers and crawlers ask for unasked.
    ///
    /// They are in the HTML Standard (`favicon.ico`), RFC 9309 (`robots.txt`), and the documents of
    /// sitemaps.org, the IAB Tech Lab (`ads.txt`) and Microsoft (`browserconfig.xml`).
    private static let unasked: Set<String> = [
        "ads.txt", "app-ads.txt", "browserconfig.xml", "favicon.ico", "robots.txt", "sitemap.xml",
    ]

    /// The beginning of the names of the icons that Safari asks for unasked, as Apple documents.
    private static let icon = "apple-touch-icon"

    /// The hidden files and folders of OWASP CRS, `rules/restricted-files.data`.
    ///
    /// What follows a further dot, hyphen or underscore does not matter: `.env` is `.env.local` too.
    private static let hidden = names(
        """
        .access .addressbook .anydesk .atom .aws .azure .bash .bashrc .boto .bowerrc .cache .cargo .config
        .coverage .coveralls .credentials .cshrc .cups .cvs .dbus .deployment .docker .dockerignore
        .drush .ds_store .env .envrc .eslintignore .eslintrc .fbcindex .fish .forward .ftpconfig .gem
        .git .gitattributes .gitconfig .gitignore .gitkeep .gitlab .gitmodules .gnome .gnome2 .gnupg
        .google_authenticator .gsutil .hg .hgignore .history .htaccess .htdigest .htpasswd .idea
        .ipynb_checkpoints .java .jshintrc .ksh_history .kube .lesshst .lftp .mysql_history .my .netrc
        .node_repl_history .npm .npmrc .nvm .passwd .pearrc .pgpass .php_cs .php_history .phpcs .pki
        .procmailrc .profile .psql_history .pwd .pytest_cache .python_history .rediscli_history .rhosts
        .rustup .s3cfg .secrets .settings .sh_history .snap .sqlite_history .ssh .subversion .svn
        .svnignore .terraform .travis .user .vagrant .vim .viminfo .vimrc .vscode .wget .ws_ftp
        .www_acl .yarnrc .zhistory .zsh_history .zshenv .zshrc
        """)

    /// The folders of OWASP CRS; those of WordPress and servers in the lists of SecLists, of phpMyAdmin in
    /// fail2ban's `botsearch-common.conf`, and of routers in Nmap's `hnap-info` and CVE-2026-2907.
    private static let folders = names(
        """
        __pycache__ web-inf wp-admin wp-content wp-includes wp-json cgi-bin server-info server-status
        mysqladmin hnap1 boaform
        """)

    /// The files of OWASP CRS, of WordPress in SecLists' `common.txt`, and of Exchange in MS-OXDISCO.
    private static let files = names(
        """
        autodiscover.json autodiscover.xml aws.yaml aws.yml boot.ini compose.yaml compose.yml
        composer.json composer.lock config.inc.php config.ini config.json config.php config.yaml config.yml
        credentials.json database.yaml database.yml debian.cnf debug.log desktop.ini docker-compose.yaml
        docker-compose.yml dockerfile ftp-sync.json my.cnf mysql.cnf npm-debug.log npm-shrinkwrap.json
        package-lock.json package.json php.ini php_error.log php_errors.log phpinfo.php pm2.log
        secrets.json secrets.yaml secrets.yml sendgrid.env sslvpn_websession system.ini thumbs.db
        user_secrets.yml web.config weblogic.xml webpack.config.js win.ini xmlrpc.php yarn-error.log
        yarn.lock
        """)

    private static func names(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// Returns whether a path is one of them; case does not matter.
    static func contains(_ segments: [ByteText]) -> Bool {
        let words = segments.map { $0.string.lowercased() }
        guard let last = words.last else { return false }
        if words.count == 1, unasked.contains(last) || last.hasPrefix(icon) { return true }
        return words.contains { isHidden($0) || isFolder($0) } || isFile(last)
    }

    private static func isHidden(_ word: String) -> Bool {
        guard word.hasPrefix(".") else { return false }
        let stem = word.dropFirst().prefix { $0 != "." && $0 != "-" && $0 != "_" }
        return hidden.contains(word) || hidden.contains(".\(stem)")
    }

    private static func isFolder(_ word: String) -> Bool {
        folders.contains(word) || word.hasPrefix("phpmyadmin")
    }

    /// Returns whether a name is that of a listed file, a script or the configuration of WordPress, or a
    /// dump of a database.
    private static func isFile(_ word: String) -> Bool {
        files.contains(word) || word.hasPrefix("wp-config.")
            || word.hasPrefix("wp-") && word.hasSuffix(".php") || word.contains(".sql.")
    }
}
