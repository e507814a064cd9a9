// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

extension Client {
    /// Returns the reader for the response to a call, with the rules of the client, the endpoint
    /// and the call.
    ///
    /// - Parameters:
    ///   - options: The options of this call.
    ///   - formats: The formats that the response may have, the preferred one first.
    ///   - output: The type that the response is decoded as.
    ///   - endpoint: The endpoint; `nil` for a quick call.
    ///   - model: The error model that the call adds to the rules.
    /// - Returns: The reader.
    func reader<Output>(
        _ options: CallOptions,
        _ formats: [Format],
        for output: Output.Type,
        declared endpoint: (any Endpoint.Type)? = nil,
        naming model: ErrorModel? = nil
    ) -> TypedResponseReader {
        var rules = settings.responseRules
        if let endpoint = endpoint as? any ForeignEndpoint.Type {
            rules = rules.overridden(by: endpoint.responseRules)
        }
        rules = rules.overridden(by: options.responseRules)
        return TypedResponseReader(rules, formats, for: output, naming: model)
    }
}
