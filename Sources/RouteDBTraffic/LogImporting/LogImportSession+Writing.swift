import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

extension LogImportSession {
    /// Starts writing at the first new line.
    mutating func begin() throws(RouteDBError) {
        log = recognition.log
        if case .known(let id, _)? = log {
            report.log = id
            try noteEarlierRun(of: id)
        }
        if case .branch(let other, _, _)? = log {
            try noteEarlierRun(of: other)
            // The lines shared with the other log belong to this one too, as duplicates.
            pending.counts.duplicate = report.duplicate
            pending.counts.skipped = report.skipped
        }
        if let replacement = recognition.replacement {
            pending.digests = [replacement]
            pending.replacesLast = true
        }
    }

    /// Reports how lines of the log were imported before if that differs from now.
    mutating func noteEarlierRun(of log: Int64) throws(RouteDBError) {
        guard let run = try context.writer.lastRun(of: log) else { return }
        let isSame =
            run.format == report.format && run.options.effective == context.options.record.effective
        if !isSame { report.earlierRun = run }
    }

    /// Warns about requests without hosts before the first hits are written.
    private mutating func checkHosts() throws(RouteDBError) {
        guard let requests = hostless, !batch.isEmpty else { return }
        hostless = nil
        if case .nothing = context.options.resolving { return }
        guard var warning = warning(about: requests) else { return }
        if let ahead = context.ahead {
            // The warning says how many requests match with another host.
            try useAllRoutes(of: ahead)
            guard let exact = self.warning(about: requests) else { return }
            warning = exact
        }
        do {
            try context.monitor.missingHosts(warning)
        } catch {
            throw RouteDBError(
                .hostsMissing,
                "Nothing was imported from '\(report.name)': its requests have no hosts.",
                hint: "Set the host of the requests.", underlying: error)
        }
        report.hostWarning = warning
    }

    private func warning(about requests: HostlessRequests) -> LogHostWarning? {
        requests.warning(of: report.name, for: table, scheme: context.options.scheme)
    }

    /// Goes on with all routes.
    private mutating func useAllRoutes(of ahead: RoutesAhead) throws(RouteDBError) {
        try ahead.require()
        table = context.table
    }

    /// Parses a new line and makes a hit of it if it contains a request.
    mutating func read(
        _ line: RawSpan, _ split: SplitLine, number: Int64
    ) throws(RouteDBError) {
        switch split.isTooLong ? .rejected(LogReject(.tooLong, at: 0)) : parser.parse(line) {
        case .record(let record):
            if let ahead = context.ahead,
                !ahead.suffice(for: parser.bytes(of: record.url, in: line))
            {
                try useAllRoutes(of: ahead)
            }
            append(record, line)
            pending.counts.imported += 1
            report.imported += 1
        case .rejected(let reject):
            pending.append(rejection(of: line, split, number: number, reject))
            pending.counts.rejected += 1
            report.countRejection(reject.reason.rawValue, line: number)
        case .skipped:
            pending.counts.skipped += 1
            report.skipped += 1
        }
    }

    /// Returns a rejected line as it is reported and stored.
    ///
    /// In a line that cannot be parsed, guarded values may be anywhere, so with any privacy rule
    /// its text is dropped.
    private func rejection(
        of line: RawSpan, _ split: SplitLine, number: Int64, _ reject: LogReject
    ) -> LogRejection {
        var (reason, text) = (reject.reason.rawValue, [UInt8]())
        if context.options.privacy.keepsAll {
            if let detail = reject.detail { reason += ": \(detail)" }
            text = line.array(0..<line.byteCount)
        }
        return LogRejection(
            name: report.name, log: report.log, line: number, offset: split.offset,
            reason: reason, place: reject.offset, text: text)
    }

    private mutating func append(_ record: LogRecord, _ line: RawSpan) {
        if hostless != nil { hostless?.append(parser.bytes(of: record.url, in: line)) }
        var circumstances = HitEncoder.Circumstances(time: record.time.map(Timestamp.init) ?? time)
        circumstances.duration = record.duration
        circumstances.status = record.status.map(Int64.init)
        circumstances.weight = record.weight
        circumstances.client = record.client
        let kind = requests.kind(text(record.method, line))
        let attributes = bytes(record.attributes, line) ?? language(record, line)
        let isPlain = kind == nil && attributes == nil
        let numbers =
            isPlain
            ? parser.withBytes(of: record.url, in: line) { table.numbers(of: $0) } : nil
        let outcome =
            if let numbers {
                append(numbers, record, line, circumstances)
            } else {
                resolve(record, line, circumstances, attributes)
            }
        if case .nothing = context.options.resolving { return }
        report.count(HitOutcome(outcome))
    }

    /// Appends a hit of which only the URL decides how it is resolved.
    private mutating func append(
        _ numbers: ResolutionNumbers, _ record: LogRecord, _ line: RawSpan,
        _ circumstances: HitEncoder.Circumstances
    ) -> Resolution.Outcome {
        parser.withBytes(of: record.url, in: line) { url in
            parser.withBytes(of: record.principal, in: line) { principal in
                parser.withBytes(of: record.referrer, in: line) { referrer in
                    parser.withBytes(of: record.method, in: line) { method in
                        parser.withBytes(of: record.userAgent, in: line) { userAgent in
                            encoder.append(
                                numbers, of: table, url, converted: JSONObject(), to: &batch,
                                circumstances,
                                principal: record.principal.isAbsent ? nil : principal,
                                referrer: record.referrer.isAbsent ? nil : referrer,
                                kind: record.method.isAbsent ? nil : method, attributes: nil,
                                userAgent: record.userAgent.isAbsent ? nil : userAgent)
                        }
                    }
                }
            }
        }
        return numbers.outcome
    }

    /// Resolves a request, and appends the hit.
    private mutating func resolve(
        _ record: LogRecord, _ line: RawSpan, _ circumstances: HitEncoder.Circumstances,
        _ attributes: [UInt8]?
    ) -> Resolution.Outcome {
        let method = bytes(record.method, line)
        let resolution = table.resolve(
            requests.request(
                parser.bytes(of: record.url, in: line), time: circumstances.time,
                principal: text(record.principal, line), kind: text(record.method, line),
                attributes: attributes.map { ResolutionRequest.Attributes(stored: $0) }))
        encoder.append(
            resolution, to: &batch, circumstances, principal: bytes(record.principal, line),
            referrer: bytes(record.referrer, line), kind: method, attributes: .some(attributes),
            userAgent: bytes(record.userAgent, line))
        return resolution.outcome
    }

    /// The attributes that the languages of a client are; `nil` if the line does not have them.
    private mutating func language(_ record: LogRecord, _ line: RawSpan) -> [UInt8]? {
        guard !record.language.isAbsent else { return nil }
        return languages.value(of: parser.bytes(of: record.language, in: line).span.bytes)
    }

    /// The bytes of a text, or `nil` if the line has none.
    private func bytes(_ text: LogText, _ line: RawSpan) -> [UInt8]? {
        text.isAbsent ? nil : parser.bytes(of: text, in: line)
    }

    private func text(_ text: LogText, _ line: RawSpan) -> String? {
        text.isAbsent ? nil : parser.withBytes(of: text, in: line) { String(decoding: $0) }
    }

    /// Writes everything pending in one transaction.
    mutating func commit() throws(RouteDBError) {
        guard let log, !pending.digests.isEmpty else { return }
        try checkHosts()
        if !pending.rejections.isEmpty {
            do {
                try context.monitor.rejections(pending.rejections)
            } catch {
                throw RouteDBError(
                    .storageFailure, "Rejected lines of '\(report.name)' cannot be written.",
                    hint: "Lines imported before are kept; try again.", underlying: error)
            }
        }
        var step = ImportStep(log, name: report.name, first: recognition.first, time: time)
        step.digests = pending.digests
        step.replacesLast = pending.replacesLast
        step.counts = pending.counts
        step.bytes = pending.bytes
        step.cut = pending.cut
        step.rejects = pending.rejections.map {
            ImportReject(
                line: $0.line, offset: $0.offset, reason: $0.reason, place: $0.place,
                text: $0.text)
        }
        var run =
            self.run
            ?? ImportRun(
                startedAt: time, format: report.format ?? "",
                options: Array(context.options.record.description.utf8))
        run.duplicate = report.duplicate
        run.times = batch.times
        step.run = run
        let written = try context.writer.append(batch, step)
        run.number = written.run
        self.run = run
        self.log = .known(written.log, lines: Self.lines(of: log) + step.counts.lines)
        report.log = written.log
        batch.removeAll()
        pending = PendingLines()
    }

    /// Returns the number of lines written before a step.
    private static func lines(of log: ImportStep.Log) -> Int64 {
        if case .known(_, let lines) = log { lines } else { 0 }
    }

    /// Chooses the given format, or detects it from the held lines.
    ///
    /// Does nothing while there are only blank lines and comments.
    mutating func chooseFormat(adding line: RawSpan? = nil) throws(RouteDBError) {
        var lines = held.firstContents
        if let line, !LogLineParser.isIdle(line) { lines.append(line.array(0..<line.byteCount)) }
        guard !lines.isEmpty else { return }
        let format: LogFormat
        var reason: String?
        if let name = context.options.format {
            guard let known = LogFormat(name: name, lines: lines) else {
                throw RouteDBError(
                    .unknownFormat, "The log '\(report.name)' is not in the format '\(name)'.",
                    hint: name == "csv" ? "Its first line must name a column of URLs." : nil)
            }
            format = known
        } else {
            guard let detected = LogFormat.detect(lines) else {
                throw RouteDBError(
                    .unknownFormat, "The format of the log '\(report.name)' could not be detected.",
                    hint: "Specify the format:"
                        + " \(LogFormat.names.joined(separator: ", ")).")
            }
            format = detected.format
            reason = detected.reason
        }
        report.format = format.name
        isFormatKnown = true
        context.monitor.event(.format(name: report.name, format: format.name, reason: reason))
        parser = LogLineParser(
            format,
            options: LogOptions(
                scheme: context.options.scheme, host: context.options.host,
                durationUnit: context.options.durationUnit))
    }
}
