import RouteDB

extension Dispatcher.Report {
    /// The report, if what failed did so for a reason that is the case's own.
    ///
    /// - Throws: ``UnsupportedCase`` if a handler met something that its runner does not know.
    func checked() throws -> Dispatcher.Report {
        if case .failed(let error) = outcome, let unknown = error.underlying as? UnsupportedCase {
            throw unknown
        }
        return self
    }

    var isHandled: Bool {
        if case .handled = outcome { true } else { false }
    }
}
