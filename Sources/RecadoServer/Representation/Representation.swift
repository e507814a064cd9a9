// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCompression
import RecadoHTTP

/// A successful answer to GET or HEAD on its way to the client: step 15 of the pipeline.
///
/// It gets its entity tag, becomes 304 for a client that has it already, and is compressed for one that
/// accepts it so. Answers whose content is a stream are sent as they are.
struct Representation: Sendable {
    /// Whether content may be compressed.
    let isCompressible: Bool

    /// What is sent of an answer.
    func answer(
        _ response: Response,
        to request: Request
    ) async throws(ProblemDetails) -> Response {
        var response = response
        if let coding = try settle(&response, request) { await response.compress(coding) }
        return response
    }

    /// Makes an answer what is sent of it: with its tag, or one that says that nothing has changed.
    ///
    /// - Parameters:
    ///   - response: The answer with status 200 and its content at hand; others stay as they are.
    ///   - request: What it answers.
    /// - Returns: The coding that its content is still to be sent in.
    /// - Throws: 400 for conditions that cannot be read, 412 for those that do not hold.
    func settle(
        _ response: inout Response,
        _ request: Request
    ) throws(ProblemDetails) -> ContentCoding? {
        guard response.status == .ok, let content = response.content.bytes else { return nil }
        var coding: ContentCoding?
        if isCompressible, content.count >= CodingChoice.leastBytes,
            !response.fields.contains(.contentEncoding)
        {
            response.addVary(.acceptEncoding)
            coding = CodingChoice.best(for: request)
        }
        if !response.fields.contains(.eTag) {
            EntityTag.add(to: &response.fields, of: content, coding: coding)
        }
        guard let conditions = try Conditions(request.fields, isSafe: true) else { return coding }
        let own = response.validators
        var all = own
        // What becomes no smaller by its coding was sent without.
        if coding != nil { all.tags += own.tags.map(\.withoutCoding) }
        switch conditions.verdict(on: all, isSafe: true) {
        case .proceed: return coding
        case .failed: throw .preconditionFailed
        case .notModified:
            if case .proceed = conditions.verdict(on: own, isSafe: true), let tag = all.tags.last {
                response.fields[.eTag] = tag.description
            }
            response = response.notModified
            return nil
        }
    }
}

extension ProblemDetails {
    /// The resource is not what the client takes it for.
    static var preconditionFailed: ProblemDetails {
        ProblemDetails(
            status: .preconditionFailed,
            detail: Language.words(
                "The resource is not in the state that the request names; read it again.",
                es: "El recurso no está en el estado que indica la petición; léelo de nuevo."
            )
        )
    }
}

extension Response {
    /// What tells the answer from others.
    var validators: Conditions.Validators {
        Conditions.Validators(
            tags: fields[.eTag].flatMap { EntityTag($0) }.map { [$0] } ?? [],
            modified: Conditions.date(fields[.lastModified])
        )
    }

    /// The same for a client that has the content (RFC 9110 §15.4.5).
    var notModified: Response {
        var response = Response(status: .notModified, fields: fields)
        for name in Self.contentFields { response.fields.removeAll(name) }
        return response
    }

    private static let contentFields: [FieldName] = [
        .contentType, .contentEncoding, .contentLength, .contentLanguage,
    ]

    /// Compresses the content, unless it becomes no smaller.
    mutating func compress(_ coding: ContentCoding) async {
        guard let bytes = content.bytes else { return }
        let compressed: [UInt8]?
        if bytes.count <= EventLoop.mostBytesAtOnce {
            compressed = CodingChoice.compress(bytes, coding)
        } else {
            compressed = await Self.compressElsewhere(bytes, coding)
        }
        settle(compressed, coding)
    }

    /// Takes the content in a coding, if it has become smaller.
    mutating func settle(_ compressed: [UInt8]?, _ coding: ContentCoding) {
        guard let compressed else {
            // It is the content without a coding after all.
            fields.removeAll(.eTag)
            EntityTag.add(to: &fields, of: content.bytes ?? [])
            return
        }
        fields[.contentEncoding] = coding.rawValue
        content = Content(compressed)
    }

    @concurrent
    private static func compressElsewhere(
        _ bytes: [UInt8],
        _ coding: ContentCoding
    ) async -> [UInt8]? {
        await withTaskExecutorPreference(globalConcurrentExecutor) {
            CodingChoice.compress(bytes, coding)
        }
    }
}
