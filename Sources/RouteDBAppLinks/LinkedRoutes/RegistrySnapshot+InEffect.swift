package import RouteDBRouting

extension RegistrySnapshot {
    /// Returns the content with only those routes that are in effect at a time.
    ///
    /// Files of app links are read by devices now: they have no place for the time in which a route takes
    /// requests.
    package func inEffect(at time: Timestamp) -> RegistrySnapshot {
        guard routes.contains(where: { !$0.period.contains(time) }) else { return self }
        var snapshot = self
        snapshot.routes.removeAll { !$0.period.contains(time) }
        return snapshot
    }

    /// Returns the first time after another one at which a route starts or ends; `nil` if none does.
    package func nextStartOrEnd(after time: Timestamp) -> Timestamp? {
        let times = routes.lazy.flatMap { [$0.starts, $0.ends] }.compactMap(\.self)
        return times.filter { $0 > time }.min()
    }
}
