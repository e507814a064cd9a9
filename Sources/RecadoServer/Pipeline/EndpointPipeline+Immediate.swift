// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCompression
import RecadoHTTP

extension EndpointPipeline {
    /// The same steps but for 4, 5, 8 and 12, which endpoints have none of whose answers are immediate.
    func respondImmediately(
        to request: Request,
        _ parameters: [Substring],
        ending: Substring?
    ) -> ImmediateAnswer {
        guard isImmediate, !steps.mayRepeat(request) else { return .unavailable }
        var response: Response
        var resources: [UInt8]?
        do throws(ProblemDetails) {
            try checkLength(of: request)
            // 6, 7
            let contentFormat = try intake.contentFormat(of: request)
            if contentFormat?.format.isForResources == true { resources = request.content.bytes }
            let format = try format(for: request, ending: ending)
            // 9, 10, 11, 13, 14
            response = try steps.answerImmediately(request, parameters, contentFormat, in: format)
            // 15
            if let coding = try representation?.settle(&response, request) {
                return response.compressImmediately(coding)
            }
        } catch {
            let match = RouteMatch(parameters: parameters, ending: ending)
            response = refuse(error, answering: request, match, about: resources)
        }
        return .complete(response)
    }
}

extension Response {
    /// Compresses the content, which takes a task where there is much of it.
    fileprivate consuming func compressImmediately(_ coding: ContentCoding) -> ImmediateAnswer {
        guard let bytes = content.bytes, bytes.count <= EventLoop.mostBytesAtOnce else {
            let response = self
            return .unfinished {
                var response = response
                await response.compress(coding)
                return response
            }
        }
        settle(CodingChoice.compress(bytes, coding), coding)
        return .complete(self)
    }
}
