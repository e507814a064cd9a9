// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension EndpointPipeline {
    /// Step 7: chooses the format of the answer, and checks the query against the rules of that
    /// format.
    private func format(
        for request: Request,
        ending: Substring?
    ) throws(ProblemDetails) -> FormatFields {
        // Most requests contain nothing that influences the choice.
        if resourceQuery == nil, ending == nil, !formats.isEmpty,
            request.fields.isFirst(.accept, "*/*") ?? true
        {
            return formats[0]
        }
        // Clients that use the same endpoint declaration all send this Accept field, whose format
        // is known.
        if let usual, ending == nil, request.fields[values: .accept] == [usual.accept] {
            return usual.format
        }
        let format = try formats.best(
            for: request,
            ending: ending,
            isForResources: resourceQuery != nil
        )
        if let resourceQuery, format.isForResources { try resourceQuery.check(request) }
        return format
    }

    /// Performs steps 6 to 8, and checks the opening of a WebSocket: all checks of the head that do
    /// not wait.
    func prepare(
        _ request: Request,
        _ match: RouteMatch,
        _ caller: (any Caller)?
    ) throws(ProblemDetails) -> PreparedCall {
        // The formats of a SOAP message were checked when it was read.
        if let message = match.message, let format = formats.first {
            return PreparedCall(format: format, message: message, caller: caller)
        }
        var opening: WebSocketUpgrade.Acceptance?
        if let webSocket {
            let isAmbient = steps.hasAmbientCredentials(request)
            opening = try webSocket.open(request, isAmbient: isAmbient)
        }
        let contentFormat = try intake.contentFormat(of: request)
        // The messages of a WebSocket have no format to choose.
        let format =
            if opening != nil, match.ending == nil, let only = formats.first {
                only
            } else {
                try format(for: request, ending: match.ending)
            }
        var resource: ResourceGuard?
        if let reader = match.reader {
            resource = try ResourceGuard(reader, request, isRequired: requiresPreconditions)
        }
        return PreparedCall(
            format: format,
            caller: caller,
            contentFormat: contentFormat,
            resource: resource,
            opening: opening
        )
    }
}
