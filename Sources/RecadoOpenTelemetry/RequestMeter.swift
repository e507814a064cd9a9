// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(RecadoServer)
import RecadoHTTP
import RecadoServer

/// Measures the requests of an application.
struct RequestMeter: RequestObserver {
    private let exporter: Exporter
    /// The owner of the exporter, kept alive because its `deinit` stops the exporter.
    private let owner: OpenTelemetry

    init(_ exporter: Exporter, of owner: OpenTelemetry) {
        self.exporter = exporter
        self.owner = owner
    }

    func ended(_ observation: Observation) {
        exporter.measurements.add(
            Measurements.Key(
                method: observation.conventionalMethod,
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
