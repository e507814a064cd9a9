// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

extension Reply {
    /// The alternative services that the server announces for its resources; `nil` if it announces
    /// none.
    public var alternativeServices: [AlternativeService]? { AlternativeService.read(fields) }

    /// The server's own timings, from the header section and the trailers.
    public var serverTimings: [ServerTiming] {
        ServerTiming.read(fields) + ServerTiming.read(trailers)
    }
}

extension StreamedReply {
    /// The alternative services that the server announces for its resources; `nil` if it announces
    /// none.
    public var alternativeServices: [AlternativeService]? { AlternativeService.read(fields) }

    /// The server's own timings from the header section, without those in the trailers.
    public var serverTimings: [ServerTiming] { ServerTiming.read(fields) }
}

extension CallError {
    /// The alternative services that the server announces for its resources; `nil` if it announces
    /// none.
    public var alternativeServices: [AlternativeService]? {
        fields.flatMap(AlternativeService.read)
    }

    /// The server's own timings, if there was a response.
    public var serverTimings: [ServerTiming] { fields.map(ServerTiming.read) ?? [] }
}
