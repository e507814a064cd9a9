// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension EndpointPipeline {
    /// 7: what a request is answered in, and whether its query is one for that.
    private func format(
        for request: Request,
        ending: Substring?
    ) throws(ProblemDetails) -> FormatFields {
        // Most requests have nothing to choose by.
        if resourceQuery == nil, ending == nil, !formats.isEmpty,
            request.fields.isFirst(.accept, "*/*") ?? true
        {
            return formats[0]
        }
        // Nor have the endpoint's own clients, however much they accept.
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

    /// 6 to 8, and what a WebSocket is opened with: what can be said of a request's head at once.
    func prepare(
        _ request: Request,
        _ match: RouteMatch,
        _ caller: (any Caller)?
    ) throws(ProblemDetails) -> PreparedCall {
        // What is to be said of formats was said where the message was read.
        if let message = match.message, let format = formats.first {
            return PreparedCall(format: format, message: message, caller: caller)
        }
        var opening: WebSocketUpgrade.Acceptance?
        if let webSocket {
            let isAmbient = steps.hasAmbientCredentials(request)
            opening = try webSocket.open(request, isAmbient: isAmbient)
        }
        let contentFormat = try intake.contentFormat(of: request)
        // What a WebSocket says has no format to choose.
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
