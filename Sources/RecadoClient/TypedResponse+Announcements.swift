// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

extension TypedResponse {
    /// The alternative services that the server announces with Alt-Svc; `nil` if the field is
    /// missing.
    public var alternativeServices: [AlternativeService]? { AlternativeService.read(fields) }

    /// The timings in Server-Timing, from the header section and the trailers.
    public var serverTimings: [ServerTiming] {
        ServerTiming.read(fields) + ServerTiming.read(trailers)
    }
}

extension StreamedResponse {
    /// The alternative services that the server announces with Alt-Svc; `nil` if the field is
    /// missing.
    public var alternativeServices: [AlternativeService]? { AlternativeService.read(fields) }

    /// The timings in Server-Timing, from the header section only.
    public var serverTimings: [ServerTiming] { ServerTiming.read(fields) }
}

extension CallError {
    /// The alternative services that the server announces with Alt-Svc; `nil` if the field is
    /// missing.
    public var alternativeServices: [AlternativeService]? {
        fields.flatMap(AlternativeService.read)
    }

    /// The timings in Server-Timing; empty if there was no response.
    public var serverTimings: [ServerTiming] { fields.map(ServerTiming.read) ?? [] }
}
