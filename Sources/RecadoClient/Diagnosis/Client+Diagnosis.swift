// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

extension Client {
    /// Calls an address and reports on each phase of the call, from the connection to the content.
    ///
    /// The call is a `GET` through the client's middleware and with its credentials, but without
    /// retries and the cache. At most 64 KiB of the answer are read. The method does not throw: a
    /// failure is part of the report.
    ///
    /// ```swift
    /// let diagnosis = await client.diagnose("films")
    /// print(diagnosis)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; the base
    ///     itself by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
    /// - Returns: The diagnosis.
    public func diagnose(
        _ path: String = "",
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async -> Diagnosis {
        var request: Request
        do {
            request = try QuickCall(.get, path, nil, query).request(base, .json)
        } catch {
            var diagnosis = Diagnosis(uri: base.redacted)
            diagnosis.failure = "\(error)"
            return diagnosis
        }
        // Any format is acceptable, but a service that offers JSON should answer with it.
        request.fields[.accept] = "application/json, */*;q=0.5"
        prepare(&request, options, isProtected: true)
        let probe = DiagnosisProbe()
        let client = withMiddleware { middleware in
            middleware.retry = nil
            middleware.cache = nil
            middleware.perAttempt.append { ProbeTransport(base: $0, probe: probe) }
        }
        return await probe.run(request, options, client)
    }
}
