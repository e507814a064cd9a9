// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// A call that has been answered with success, and what became of it.
struct Exchange<Failure: Problem>: Sendable {
    let request: Request
    let status: Status
    let fields: Fields
    let bytes: [UInt8]
    let duration: Duration
    let redirects: [RedirectHop]
    let source: AnswerSource
    let timings: PhaseTimings?
    let trailers: Fields

    /// Reads the content in the format that its Content-Type names.
    ///
    /// Content without a type is taken for the preferred format.
    func decode<Output: Decodable>(_ formats: [Format]) throws(CallError<Failure>) -> Output {
        if bytes.isEmpty, let output = Self.emptyOutput(Output.self) { return output }
        let type = fields[.contentType]
        if let format = formats.first, type == format.fieldValue {
            return try decode(as: format, nil)
        }
        let named = type.flatMap { MediaType($0) }
        guard
            let format = type == nil
                ? formats.first
                : formats.first(where: { format in
                    named.map(format.reads) ?? false
                })
        else {
            let expected = formats.map(\.mediaType.essence).joined(separator: " or ")
            throw unreadable("the answer is \(named?.essence ?? "of no type"), not \(expected)")
        }
        return try decode(as: format, named)
    }

    private func decode<Output: Decodable>(
        as format: Format,
        _ mediaType: MediaType?
    ) throws(CallError<Failure>) -> Output {
        do {
            return try format.decode(Output.self, from: bytes, mediaType: mediaType)
        } catch {
            throw unreadable(error.description, error)
        }
    }

    /// What no content stands for, if anything.
    private static func emptyOutput<Output>(_ type: Output.Type) -> Output? {
        if type == NoContent.self { return NoContent() as? Output }
        if type == Value.self { return Value.null as? Output }
        if let optional = type as? any ExpressibleByNilLiteral.Type {
            return nothing(optional) as? Output
        }
        return nil
    }

    private static func nothing<T: ExpressibleByNilLiteral>(_ type: T.Type) -> T { nil }

    private func unreadable(
        _ detail: String,
        _ underlying: (any Error)? = nil
    ) -> CallError<Failure> {
        var record = CallRecord(request, detail: detail)
        record.status = status
        record.fields = fields
        record.excerpt = CallRecord.excerpt(of: bytes)
        record.duration = duration
        record.redirects = redirects
        record.timings = timings
        record.underlying = underlying
        return CallError(.unreadable, record)
    }
}
