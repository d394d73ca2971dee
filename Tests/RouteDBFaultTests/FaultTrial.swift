import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

/// A step with what is there before it and after it.
struct FaultTrial: Sendable {
    let session: FaultSession
    let step: FaultStep
    /// The place of the step in its session.
    let number: Int
    let start: TemporaryDirectory
    let before: String
    let after: String

    /// A new folder with the files that are there before the step.
    func folder() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try FaultSession.copy(start.path, to: directory.path)
        return directory
    }

    /// Runs the step with a fault, and checks what it leaves.
    ///
    /// - Returns: Whether the fault happened.
    func strikes(_ fault: PlannedFault) async throws -> Bool {
        let directory = try folder()
        defer { withExtendedLifetime(directory) {} }
        let folder = directory.path
        var failure: (any Error)?
        let outcome = await fault.strike(folder) {
            do { try await step.run(folder) } catch { failure = error }
        }
        let place: Comment =
            "\(session.name), \(step.name), \(fault)\(failure.map { "; \($0)" } ?? "")"
        if let failure { #expect(failure is RouteDBError, place) }
        // A short read or write is no failure: whoever asked for more goes on.
        if fault.kind == .short { #expect(failure == nil, place) }
        let mayBeLost = fault.kind == .power && session.mayLoseLastStep
        await expectWhole(
            folder, mustBeDone: failure == nil && !mayBeLost, mayBeGradual: failure != nil, place)
        return outcome.happened
    }

    /// Expects the state before or after the step, and that the step can be done then.
    ///
    /// - Parameters:
    ///   - folder: The folder that the step was run in.
    ///   - mustBeDone: Whether the step answered that it was done.
    ///   - mayBeGradual: Whether the step was cut off, so that some of its transactions may be done.
    ///   - place: What happened.
    func expectWhole(
        _ folder: String, mustBeDone: Bool, mayBeGradual: Bool, _ place: Comment
    ) async {
        do {
            let found = try await session.stateOfCopy(folder)
            let (isBefore, isAfter) = (found == before, found == after)
            let isBetween = mayBeGradual && session.gradualSteps.contains(step.name)
            #expect(isBefore || isAfter || isBetween, place)
            #expect(isAfter || !mustBeDone, place)
            if !isAfter {
                try await step.run(folder)
                let isAfterRetry = try await session.stateOfCopy(folder) == after
                #expect(isAfterRetry, place)
            }
        } catch {
            Issue.record(error, place)
        }
    }
}
