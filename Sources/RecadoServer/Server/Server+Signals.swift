// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Server {
    /// Starts the server, unless it is already started, and serves until the process is asked to
    /// end, for example by Ctrl-C.
    ///
    /// ```swift
    /// try await server.run(stoppingOn: StopSignals())
    /// await store.close()
    /// ```
    ///
    /// Requests in progress are answered within the configured grace period. A second signal ends
    /// the process at once.
    ///
    /// - Parameters:
    ///   - signals: The signals; the `StopSignals` object receives them from its creation on.
    ///   - time: The time after the signal during which the server still serves, but reports that
    ///     it is not ready, so that load balancers notice; some seconds are usual, none is the
    ///     default.
    /// - Throws: ``ServerError`` when the server cannot be started.
    public func run(
        stoppingOn signals: StopSignals,
        announcing time: Duration = .zero
    ) async throws(ServerError) {
        let grace = configuration.deadlines.shutdown
        let stop = Task {
            await signals.wait()
            if !Task.isCancelled { await shutdown(grace: grace, announcing: time) }
        }
        defer { stop.cancel() }
        try await run()
    }
}
