// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension [Format] {
    /// Finds the format that a client prefers for a problem: JSON or, if the endpoint has them, XML
    /// and JSON:API.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - ending: The file extension of the path, which selects a format.
    /// - Returns: The preferred format; the first one for a client that accepts none.
    func forProblem(answering request: Request, ending: Substring? = nil) -> Format {
        let resources = first(where: \.isForResources)
        guard resources != nil || contains(.xml) else { return .json }
        let readable =
            filter { $0 == .xml || $0 == .json || $0.isForResources }
            + (contains(.json) ? [] : [.json])
        if let ending, let asked = readable.first(where: { $0.pathExtension == ending }) {
            return asked
        }
        if let resources, ResourceNegotiation.isTacit(request) { return resources }
        // Asking for a problem's own media type counts as asking for the format.
        let types: [(type: MediaType, format: Format)] = readable.flatMap { format in
            ([format.problemType] + format.accepted).map { (type: $0, format: format) }
        }
        let ranges = ResourceNegotiation.rangesForProblems(of: request).ofData
        let best = ranges.best(of: types.map(\.type))
        return types.first { $0.type == best }?.format ?? readable[0]
    }
}

extension Format {
    /// The media type of problems in the format.
    fileprivate var problemType: MediaType {
        if isForResources { return .jsonAPI }
        return self == .xml ? .problemXML : .problemJSON
    }
}
