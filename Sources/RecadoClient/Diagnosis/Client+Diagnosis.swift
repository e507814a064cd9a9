// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

extension Client {
    /// Calls an address and reports on the call, from the connection to the content.
    ///
    /// The call is a `GET` through the middleware of the client, with its credentials, but without
    /// retries and the cache. At most 64 KiB of the answer are read. Nothing is thrown: a failure
    /// is part of the result.
    ///
    /// ```swift
    /// let diagnosis = await client.diagnose("films")
    /// print(diagnosis)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; the base itself by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
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
        // Any format is of interest; services that speak JSON answer with JSON.
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
