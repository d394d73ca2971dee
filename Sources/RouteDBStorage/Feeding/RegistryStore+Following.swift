package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The outcome of taking a feed.
package struct FeedStep: Sendable {
    /// The revision before.
    package let old: FeedPosition
    /// The revision now.
    package let new: FeedPosition
    /// True if the history before was not that of the source, and was replaced.
    package let isReplaced: Bool
    /// Why a later revision of the feed was not taken; `nil` if all were.
    package let refusal: RouteDBError?
}

extension FeedStep {
    /// The step of a registry that has taken nothing of a feed.
    package init(refusing error: RouteDBError, at position: FeedPosition) {
        self.init(old: position, new: position, isReplaced: false, refusal: error)
    }
}

extension RegistryStore {
    /// Takes the revisions of a feed, so that the registry equals its source.
    ///
    /// All of it is one transaction: readers see the registry before or after. Each revision's
    /// digest is proven, and the result is checked as `routedb check` checks a file. If a revision is
    /// refused, the ones before it are taken, and the refusal is in the result; of a feed that
    /// replaces the registry, nothing is taken then.
    ///
    /// - Complexity: O(*n*) in the number of live items, and in the size of the feed.
    package func follow(
        _ feed: FeedFile, from origin: RegistryOrigin
    ) throws(RouteDBError) -> FeedStep {
        let old = try position()
        do {
            let isReplaced = try take(feed, from: origin, upTo: .max)
            return FeedStep(
                old: old, new: try position(), isReplaced: isReplaced && old != .start,
                refusal: nil)
        } catch {
            guard var refusal = error.underlying as? FeedRefusal else { throw error }
            // Takes as many of the revisions as are good: each round halves the rest.
            if try head(of: feed).after == old.revision, old.revision > 0 {
                var (good, bad) = (old.revision, refusal.revision)
                while bad - good > 1 {
                    let middle = good + (bad - good) / 2
                    do throws(RouteDBError) {
                        _ = try take(feed, from: origin, upTo: middle)
                        good = middle
                    } catch {
                        guard let other = error.underlying as? FeedRefusal else { throw error }
                        (refusal, bad) = (other, min(middle, other.revision))
                    }
                }
            }
            let new = try position()
            return FeedStep(
                old: old, new: new, isReplaced: false,
                refusal: Self.error(refusal, of: feed, at: new))
        }
    }

    /// Makes the registry one that does not follow, so that it can be edited.
    package func stopFollowing() throws(RouteDBError) -> RegistryOrigin? {
        let origin = try database.transaction(.immediate) {
            try migrator.requireKnownVersion()
            let record = OriginRecord(database: database)
            let origin = try record.find()
            try record.remove()
            return origin
        }
        if origin != nil { ReplicaStatus.remove(besideRegistry: path) }
        return origin
    }

    /// Makes the registry one that follows, as it was before ``stopFollowing()``.
    package func resumeFollowing(_ origin: RegistryOrigin) throws(RouteDBError) {
        try database.transaction(.immediate) {
            try migrator.requireKnownVersion()
            try OriginRecord(database: database).store(origin)
        }
    }

    private static func error(
        _ refusal: FeedRefusal, of feed: FeedFile, at position: FeedPosition
    ) -> RouteDBError {
        RouteDBError(
            refusal.needsNewerSchema ? .schemaTooNew : .revisionRefused,
            "Revision \(refusal.revision) in \(feed.name) was refused:"
                + " \(refusal.what.shortened(to: 1_000)).",
            hint: (refusal.needsNewerSchema
                ? "Update RouteDB here." : "Check the source with `routedb check`.")
                + (position == .start
                    ? "" : " Until then, the registry stays at revision \(position.revision)."),
            underlying: refusal)
    }

    private func head(of feed: FeedFile) throws(RouteDBError) -> FeedHead {
        var found: FeedHead?
        do {
            try feed.forEachLine { line in
                if case .head(let head) = line { found = head }
                return false
            }
        } catch {
            throw RouteDBError(error, path: path)
        }
        guard let found, 0...max(0, found.latest) ~= found.after else {
            throw feed.invalid("it does not begin with the head of a feed")
        }
        return found
    }

    /// Takes revisions in one transaction; returns whether the content was replaced.
    private func take(
        _ feed: FeedFile, from origin: RegistryOrigin, upTo limit: Int64
    ) throws(RouteDBError) -> Bool {
        let head = try head(of: feed)
        var isDone = false
        if try isEmpty {
            try migrator.create(time: origin.since) {
                try write(feed, head, from: origin, upTo: limit)
                isDone = true
            }
        } else {
            try database.transaction(.immediate) {
                try migrator.requireKnownVersion()
                try requireFollowing()
                try write(feed, head, from: origin, upTo: limit)
            }
            isDone = true
        }
        guard isDone else {
            throw RouteDBError(
                .busy, "The registry '\(path)' was created by another process meanwhile.",
                hint: "Try again.")
        }
        return head.after == 0
    }

    /// Checks that the registry follows another one, so that its content may be replaced.
    package func requireFollowing() throws(RouteDBError) {
        guard try OriginRecord(database: database).find() == nil else { return }
        throw RouteDBError(
            .fileExists, "The file '\(path)' is a registry of its own, which follows no other.",
            hint: "Give the path of a new file. To begin with the content of this one, give it as"
                + " the snapshot.")
    }

    /// Writes a feed within a transaction.
    private func write(
        _ feed: FeedFile, _ head: FeedHead, from origin: RegistryOrigin, upTo limit: Int64
    ) throws {
        if head.after == 0 { try removeAll() }
        let start = try newestPosition()
        guard head.after <= start.revision else {
            throw RouteDBError(
                .revisionConflict,
                "The registry '\(path)' is at revision \(start.revision), and \(feed.name) begins"
                    + " after revision \(head.after).", hint: "Fetch the feed again.")
        }
        var writer = FeedWriter(database: database, after: start.revision)
        var (isSkipping, isFirst, last) = (false, true, head.after)
        try feed.forEachLine { line in
            defer { isFirst = false }
            switch line {
            case .head:
                guard isFirst else { throw feed.invalid("it has a second head") }
            case .revision(let revision):
                guard revision.number <= head.latest else {
                    throw feed.invalid("it has more revisions than \(head.latest)")
                }
                guard revision.number <= limit else { return false }
                last = revision.number
                isSkipping = revision.number <= start.revision
                guard !isSkipping else {
                    try require(revision, in: feed)
                    return true
                }
                try writer.begin(revision)
            case .ended(let table, let versions):
                if !isSkipping { try writer.end(versions, of: table) }
            case .made(let table, let row):
                if !isSkipping { try writer.insert(row, into: table) }
            case .end(let latest, let tags):
                guard latest == head.latest, last == latest else {
                    throw feed.invalid("it ends after revision \(last) of \(head.latest)")
                }
                try replaceTags(with: tags, at: latest)
            }
            return true
        }
        try writer.close()
        try checkContent(after: start.revision, upTo: writer.revision)
        try OriginRecord(database: database).store(origin)
    }

    /// Checks that a revision that the registry has is the same in a feed.
    private func require(_ revision: RegistryRevision, in feed: FeedFile) throws(RouteDBError) {
        let own = try RevisionRecords(database: database).digest(of: revision.number)
        guard own == revision.digest else {
            throw RouteDBError(
                .revisionConflict,
                "Revision \(revision.number) of the registry '\(path)' is not that of"
                    + " \(feed.name).", hint: "Fetch the feed again.")
        }
    }

    private func checkContent(after base: Int64, upTo revision: Int64) throws {
        guard revision > base else { return }
        let findings = try RegistryCheck(of: self, after: base).runOnContent()
        guard let first = findings.first else { return }
        let others =
            findings.count == 1
            ? "" : ", and \(NumberText.counted(findings.count - 1, "more finding"))"
        throw FeedRefusal(revision: revision, what: "\(first)\(others)")
    }

    private func removeAll() throws(RouteDBError) {
        try database.run("DELETE FROM tag") { try $0.run() }
        for table in VersionedTable.all {
            try database.run(composed: "DELETE FROM \(table.name)") { try $0.run() }
        }
        try database.run("DELETE FROM revision") { try $0.run() }
    }

    /// Makes the tags those of the source.
    private func replaceTags(with tags: [RevisionTag], at latest: Int64) throws {
        for tag in tags {
            guard tag.revision >= 1, tag.revision <= latest else {
                throw FeedRefusal(
                    revision: latest,
                    what: "the tag '\(tag.name)' names revision \(tag.revision), which is not there"
                )
            }
            if let fault = EditRules.fault(of: CommitInfo(tag)) {
                throw FeedRefusal(revision: latest, what: "the tag '\(tag.name)': \(fault)")
            }
        }
        let records = TagRecords(database: database)
        let old = try records.all()
        for tag in old where !tags.contains(where: { $0.name == tag.name }) {
            try records.remove(tag.name)
        }
        for tag in tags where !old.contains(tag) { try records.write(tag) }
    }
}
