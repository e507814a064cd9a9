// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The observers of an application, all of which get the same reports.
struct Observers: Sendable {
    /// The time at which a request arrived, on two clocks.
    struct Beginning: Sendable {
        let instant = ContinuousClock.now
        let wallTime = Duration.since1970
    }

    private let all: [any RequestObserver]
    /// The first tracer among the observers.
    let tracer: Tracer?

    /// Collects the observers; `nil` when there are none, so that no time is measured needlessly.
    init?(_ observers: [any RequestObserver], routes: [String]) {
        guard !observers.isEmpty else { return nil }
        all = observers.map { $0.observer(ofRoutes: routes) }
        tracer = all.lazy.compactMap { $0 as? Tracer }.first
    }

    /// Reports that the answering of a request begins.
    func begin(_ request: Request) { for observer in all { observer.began(request) } }

    /// Reports that a request was answered.
    func end(_ observation: Observation) { for observer in all { observer.ended(observation) } }

    /// Reports that a request was refused after it had begun; the refusal itself was already
    /// reported.
    func abandon(_ request: Request) { for observer in all { observer.abandoned(request) } }

    /// Reports that the server has refused a request in place of its handler.
    func note(_ refused: RefusedRequest, from client: Peer?) {
        let observation = Observation(refused, from: client, tracer)
        for observer in all { observer.refused(observation) }
    }
}
