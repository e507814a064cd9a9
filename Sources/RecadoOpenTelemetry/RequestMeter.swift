// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(RecadoServer)
import RecadoHTTP
import RecadoServer

/// Measures the requests of an application.
struct RequestMeter: RequestObserver {
    private let exporter: Exporter
    /// Sends as long as somebody measures.
    private let owner: OpenTelemetry

    init(_ exporter: Exporter, of owner: OpenTelemetry) {
        self.exporter = exporter
        self.owner = owner
    }

    /// Methods that HTTP names; a client may make up others, which are one.
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
    ]

    func ended(_ observation: Observation) {
        let method = observation.method?.name ?? "_OTHER"
        exporter.measurements.add(
            Measurements.Key(
                method: Self.methods.contains(method) ? method : "_OTHER",
                route: observation.template,
                status: observation.status.code,
                isSecure: observation.peer?.isSecure == true
            ),
            seconds: observation.duration / .seconds(1),
            observation.trace,
            at: observation.began + observation.duration
        )
    }
}
#endif
