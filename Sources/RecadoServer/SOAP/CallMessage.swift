// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A call that has all inputs in one message and is answered with one message, whatever route its
/// endpoint declares.
///
/// It passes through the same ``EndpointPipeline`` as every call of the endpoint. The functions
/// below replace the steps that concern formats: 6, 7, 9, 10 and 14.
protocol CallMessage: AnyObject, Sendable {
    /// The value whose members are the inputs.
    var inputs: Document.Cursor { get }
    /// True if the inputs came in a query or a form.
    var isForm: Bool { get }
    /// The bytes of the message.
    var bytes: [UInt8] { get }

    /// Writes an output.
    ///
    /// - Throws: 500 for an output that cannot be written.
    func answer<E: Endpoint>(
        _ output: E.Output,
        of endpoint: E.Type
    ) throws(ProblemDetails) -> Response

    /// Writes a problem.
    func refusal(_ problem: ProblemDetails) -> Response
}

extension CallMessage {
    /// Encodes an output as the endpoint's XML document, without the XML declaration.
    func document<E: Endpoint>(
        _ output: E.Output,
        of endpoint: E.Type
    ) throws(CodingError) -> [UInt8] {
        let format = (E.formats.first { $0 == .xml } ?? .xml).forgiving
        let bytes = try format.encode(output).bytes
        guard bytes.starts(with: "<?".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">"))
        else { return bytes }
        return Array(bytes[(end + 1)...].drop { $0 == UInt8(ascii: "\n") })
    }
}
