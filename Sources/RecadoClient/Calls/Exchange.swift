// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTransport

/// A call that was answered with an accepted status, and the data of the answer.
struct Exchange<Failure: Error>: Sendable {
    let request: Request
    let reader: TypedResponseReader
    let status: Status
    let fields: Fields
    let bytes: [UInt8]
    /// The output, if the answer came from this process and holds the output as a value, not
    /// encoded.
    let value: (any Sendable)?
    let duration: Duration
    let redirects: [RedirectHop]
    let source: ResponseSource
    let timings: PhaseTimings?
    let trailers: Fields
    let traceContext: TraceContext?
    /// The maximum number of content bytes that an error keeps.
    let errorContentLimit: Int

    /// Decodes the content according to the call's rules, in the format that its Content-Type
    /// names.
    ///
    /// Without a Content-Type, the preferred format is used.
    func decode<Output: Decodable>() throws(CallError<Failure>) -> Output {
        if let value, let output = value as? Output { return output }
        do {
            let hasContent = !bytes.isEmpty
            let empty = try reader.emptyOutput(
                Output.self,
                status,
                to: request.method,
                hasContent: hasContent
            )
            return try empty ?? reader.output(Output.self, from: bytes, fields, status)
        } catch let refusal as TypedResponseReader.ReadingError {
            throw unreadable(refusal.detail, refusal.underlying)
        } catch let refusal as TypedResponseReader.RefusalError {
            throw failed(refusal.error)
        } catch let failure as CodingError {
            throw unreadable(failure.description, failure)
        } catch {
            throw unreadable("\(type(of: error))", error)
        }
    }

    /// Returns the output with the metadata of the response.
    func response<T: Decodable & Sendable>() throws(CallError<Failure>) -> TypedResponse<T> {
        var output: T = try decode()
        if var carrying = output as? any FieldCarrying {
            carrying.read(from: fields)
            if let whole = carrying as? T { output = whole }
        }
        return TypedResponse(
            output: output,
            status: status,
            fields: fields,
            duration: duration,
            redirects: redirects,
            source: source,
            timings: timings,
            trailers: trailers,
            traceContext: traceContext
        )
    }

    private func failed(_ error: any Error) -> CallError<Failure> {
        var record = record("")
        record.serviceError = error
        return CallError(.failed, record, failure: error as? Failure)
    }

    private func unreadable(
        _ detail: String,
        _ underlying: (any Error)? = nil
    ) -> CallError<Failure> {
        let page = UnexpectedPage(in: bytes, fields, answering: request)
        var record = record(page.map { "\(detail): \($0.remark)" } ?? detail)
        record.underlying = underlying
        return CallError(.unreadable, record)
    }

    private func record(_ detail: String) -> CallRecord {
        var record = CallRecord(request, detail: detail)
        record.status = status
        record.fields = fields
        record.keep(bytes, upTo: errorContentLimit)
        record.duration = duration
        record.redirects = redirects
        record.timings = timings
        record.traceContext = traceContext
        return record
    }
}
