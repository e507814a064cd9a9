// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Task-local values for answering a request: its trace, and the address by which its client knows
/// the service.
struct Surroundings: Sendable {
    private let place: String?
    private let trace: TraceContext?
    private let tracer: Tracer?

    init(
        _ request: Request,
        _ origin: TrustedProxies.Origin,
        _ trace: TraceContext?,
        _ tracer: Tracer?
    ) {
        place =
            origin == .forwarded
            ? "\(request.scheme)://\(request.authority)" : ForwardedOrigin.current
        self.trace = trace ?? TraceContext.current
        self.tracer = tracer ?? Tracer.current
    }

    func begin<Result>(_ body: () -> Result) -> Result {
        ForwardedOrigin.$told.withValue(place) {
            TraceContext.$current.withValue(trace) {
                Tracer.$current.withValue(tracer) { body() }
            }
        }
    }

    func finish<Result>(_ body: () async -> Result) async -> Result {
        await ForwardedOrigin.$told.withValue(place) {
            await TraceContext.$current.withValue(trace) {
                await Tracer.$current.withValue(tracer) { await body() }
            }
        }
    }
}
