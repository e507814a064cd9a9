// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Who takes note of the exchanges of an application.
struct Observers: Sendable {
    /// What is known before a request is answered.
    struct Beginning: Sendable {
        let instant = ContinuousClock.now
        let wallTime = Ticks.wallTime
    }

    private let observe: (@Sendable (Observation) -> Void)?
    private let logs: [AccessLog]
    private let metrics: RouteSeries?

    /// Gathers the observers; `nil` when there are none, so that nothing is measured for nobody.
    init?(
        _ observe: (@Sendable (Observation) -> Void)?,
        _ options: Application.Options,
        templates: [String]
    ) {
        guard observe != nil || !options.logs.isEmpty || options.metrics != nil else { return nil }
        self.observe = observe
        logs = options.logs
        metrics = options.metrics?.addSeries(of: templates)
    }

    /// Notes that a request has come.
    func begin(
        _ origin: TrustedProxies.Origin,
        _ beginning: Beginning = Beginning()
    ) -> Beginning {
        metrics?.begin()
        if case .malformed = origin { metrics?.malformedForwarding.add(1, ordering: .relaxed) }
        return beginning
    }

    /// Notes that a request was answered.
    func end(
        _ beginning: Beginning,
        _ request: Request,
        _ response: Response,
        template: String?,
        id: String,
        _ trace: TraceContext?
    ) {
        let observation = Observation(
            beginning,
            request,
            response,
            template: template,
            id: id,
            trace
        )
        metrics?.end(observation)
        for log in logs { log.record(observation) }
        observe?(observation)
    }

    /// Notes that a request is noted as one that the server has answered itself.
    func forget() { metrics?.forget() }

    /// Notes that the server has answered a request itself.
    func note(_ refused: RefusedRequest, from client: Peer?) {
        metrics?.note(refused)
        guard observe != nil || !logs.isEmpty else { return }
        let observation = Observation(refused, from: client)
        for log in logs { log.record(observation) }
        observe?(observation)
    }
}
