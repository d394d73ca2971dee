#if Hub
package import RouteDB

/// When the hub halts a revision that was promoted.
package struct WatchLimits: Hashable, Sendable {
    /// How long hits are watched, in seconds.
    package var seconds: Int64 = 86_400
    /// How many hits it takes before and after, to compare them.
    package var leastHits: Int64 = 1_000
    /// By how much the share of hits may rise that no route matches; from 0 to 1.
    package var unmatchedRise = 0.01
    /// The same for hits that are not valid, or were answered with a status of 500 or more.
    package var failedRise = 0.01
    /// The same for hits that are denied or challenged.
    package var refusedRise = 0.01

    package init() {}
}

extension HubClient {
    /// A group.
    package func group(named group: String) throws(RouteDBError) -> Group {
        let all = try groups()
        guard let found = all.first(where: { $0.name == group }) else {
            let name = try name()
            let hint =
                all.isEmpty
                ? "Every node gets every revision at once. Make the group with"
                    + " `routedb hub group \(group)`; revisions then wait to be promoted."
                : "Groups are \(all.map(\.name).joined(separator: ", "))."
            throw RouteDBError(
                .invalidValue, "The hub '\(name)' has no group '\(group)'.", hint: hint)
        }
        return found
    }

    /// The digest of a revision.
    package func position(at revision: Int64) throws(RouteDBError) -> FeedPosition {
        try link.use(.reading) { connection in
            let digest = try connection.run(
                "SELECT digest FROM routedb.registry_revision WHERE number = $1", "\(revision)"
            ).first?[0]
            guard let digest else {
                throw RouteDBError(
                    .revisionNotFound, "The hub '\(connection.name)' has no revision \(revision).",
                    hint: "See all with `routedb log --hub`.")
            }
            return FeedPosition(revision: revision, digest: digest)
        }
    }

    /// Promotes a revision to a group, if the group is where the caller believes it to be.
    package func promote(
        _ new: FeedPosition, to group: String, from old: FeedPosition, limits: WatchLimits,
        author: String
    ) throws(RouteDBError) {
        try link.use(.writing) { connection in
            let outcome = try connection.run(
                "SELECT routedb.promote($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)", group,
                "\(new.revision)", new.digest, "\(old.revision)", old.digest,
                StoredText.of(author), "\(limits.seconds)", "\(limits.leastHits)",
                "\(limits.unmatchedRise)", "\(limits.failedRise)", "\(limits.refusedRise)"
            ).first?[0]
            switch outcome {
            case "promoted": break
            case "no group": throw RouteDBError(noGroup: group, connection)
            case "halted": throw Self.haltError(new, try Self.haltReason(of: new, connection))
            default: throw RouteDBError(movedGroup: group)
            }
        }
    }

    /// Throws if a revision may not be promoted, before it takes work to find out whether it should.
    package func requireNotHalted(_ position: FeedPosition) throws(RouteDBError) {
        try link.use(.writing) { connection in
            try connection.run("SELECT routedb.watch()")
            if let reason = try Self.haltReason(of: position, connection) {
                throw Self.haltError(position, reason)
            }
        }
    }

    /// Why a revision is halted; `nil` if it is not.
    private static func haltReason(
        of position: FeedPosition, _ connection: HubConnection
    ) throws -> String? {
        try connection.run(
            "SELECT reason FROM routedb.halt WHERE revision = $1 AND digest = $2",
            "\(position.revision)", position.digest
        ).first?[0]
    }

    private static func haltError(_ position: FeedPosition, _ reason: String?) -> RouteDBError {
        RouteDBError(
            .revisionConflict, "Revision \(position.revision) is halted: \(reason ?? "?").",
            hint: "Promote a later revision that corrects it, or this one after"
                + " `routedb hub resume \(position.revision)`.")
    }

    /// Takes a group back to where it was before its last promotion, and halts that revision.
    package func rollBack(
        _ group: String, _ promotion: Promotion, author: String
    ) throws(RouteDBError) {
        try link.use(.writing) { connection in
            let outcome = try connection.run(
                "SELECT routedb.roll_back($1, $2, $3, $4)", group, "\(promotion.id)",
                "rolled back in group '\(group)' by \(StoredText.of(author))",
                StoredText.of(author)
            ).first?[0]
            switch outcome {
            case "rolled back": break
            case "no revision":
                throw RouteDBError(
                    .revisionNotFound,
                    "The group '\(group)' had no revision of the hub's registry before"
                        + " revision \(promotion.revision).",
                    hint: "Restore the content with `routedb rollback --hub`, and promote that.")
            default: throw RouteDBError(movedGroup: group)
            }
        }
    }

    /// Halts a revision: it is promoted to no more groups.
    package func halt(
        _ position: FeedPosition, because reason: String, author: String
    ) throws(RouteDBError) -> Bool {
        try link.use(.writing) { connection in
            try connection.run(
                "SELECT routedb.halt_revision($1, $2, $3, $4)", "\(position.revision)",
                position.digest, StoredText.of(reason), StoredText.of(author)
            ).first == ["t"]
        }
    }

    /// Lets a halted revision be promoted again.
    package func resume(_ position: FeedPosition) throws(RouteDBError) -> Bool {
        try link.use(.writing) { connection in
            try connection.run(
                "SELECT routedb.resume_revision($1, $2)", "\(position.revision)", position.digest
            ).first == ["t"]
        }
    }

    /// Looks at the hits of what was promoted, as the hub does whenever a node reports.
    @discardableResult
    package func watch() throws(RouteDBError) -> Int64 {
        try link.use(.writing) { connection in
            try connection.run("SELECT routedb.watch()").first?.number(0) ?? 0
        }
    }
}

extension RouteDBError {
    /// The error for a group that somebody else has moved.
    fileprivate init(movedGroup group: String) {
        self.init(
            .revisionConflict, "The group '\(group)' was moved by somebody else meanwhile.",
            hint: "Look at `routedb hub group`, and try again.")
    }
}
#endif
