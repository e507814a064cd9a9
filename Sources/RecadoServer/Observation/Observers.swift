// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The observers of an application, which get the same reports.
struct Observers: Sendable {
    /// The time at which a request arrived.
    struct Beginning: Sendable {
        let instant = ContinuousClock.now
        let wallTime = Duration.since1970
    }

    private let all: [any RequestObserver]
    /// The tracer among them.
    let tracer: Tracer?

    /// Collects the observers; `nil` when there are none, so that nothing is measured in vain.
    init?(_ observers: [any RequestObserver], routes: [String]) {
        guard !observers.isEmpty else { return nil }
        all = observers.map { $0.observer(ofRoutes: routes) }
        tracer = all.lazy.compactMap { $0 as? Tracer }.first
    }

    /// Reports that a request is to be answered.
    func begin(_ request: Request) { for observer in all { observer.began(request) } }

    /// Reports that a request was answered.
    func end(_ observation: Observation) { for observer in all { observer.ended(observation) } }

    /// Reports that a request was refused meanwhile; the refusal has been reported already.
    func abandon(_ request: Request) { for observer in all { observer.abandoned(request) } }

    /// Reports that the server has answered a request itself.
    func note(_ refused: RefusedRequest, from client: Peer?) {
        let observation = Observation(refused, from: client, tracer)
        for observer in all { observer.refused(observation) }
    }
}
