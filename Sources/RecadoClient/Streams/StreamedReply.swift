// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport

/// The answer to a call whose content is read as it arrives.
///
/// ```swift
/// let reply = try await client.stream("scores")
/// for try await score in reply.jsonLines(of: Score.self) { … }
/// ```
///
/// The content arrives no faster than it is read, and can be read only once: choose one of the
/// sequences and iterate it once. Releasing the reply before the end of its content, or cancelling
/// the task, ends the transfer.
///
/// ``Client/Settings/contentLimit`` does not apply here: however long the content is, only a part
/// of it is in memory. The limit is on each part instead: a line, a value, an element.
public struct StreamedReply<Failure: Problem>: Sendable {
    let answer: OpenAnswer<Failure>

    /// The status, one of 2xx.
    public var status: Status { answer.response.status }
    /// The header section.
    public var fields: Fields { answer.response.fields }
    /// The redirects on the way to the answer, from the first to the last.
    public var redirects: [RedirectHop] { answer.notes.trace.redirects }
    /// The source of the response.
    public var source: AnswerSource { answer.notes.trace.source }
    /// The media type of the content, if the server names one.
    public var mediaType: MediaType? { fields[.contentType].flatMap { MediaType($0) } }
    /// The number of bytes of the content, if it is known.
    public var expectedLength: Int? { answer.response.expectedLength }

    // MARK: - Reading

    /// The content in pieces as they arrive, each with at least one byte.
    public var pieces: some AsyncSequence<[UInt8], CallError<Failure>> & Sendable {
        AnswerElements(answer.response.content.pieces, of: answer)
    }

    /// The content as lines of text in UTF-8, which end with LF or with CR and LF.
    ///
    /// Bytes that are not UTF-8 become U+FFFD. The last line needs no line end.
    ///
    /// - Parameter limit: The greatest length of a line in bytes; 1 MiB by default.
    /// - Returns: The lines, without their line ends.
    public func lines(
        limit: Int = 1 << 20
    ) -> some AsyncSequence<String, CallError<Failure>> & Sendable {
        AnswerElements(TextLines(pieces: answer.response.content.pieces, limit: limit), of: answer)
    }

    /// The content as JSON lines: one value in each line.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - options: The limits and choices of the stream; 16 MiB for each value by default.
    /// - Returns: The values; an error identifies the value that cannot be read.
    public func jsonLines<Model: Decodable>(
        of type: Model.Type,
        options: JSON.StreamOptions = JSON.StreamOptions()
    ) -> some AsyncSequence<Model, CallError<Failure>> & Sendable {
        let pieces = answer.response.content.pieces
        return AnswerElements(JSON().lines(of: type, in: pieces, options: options), of: answer)
    }

    /// The content as a JSON text sequence (RFC 7464).
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - options: The limits and choices of the stream; 16 MiB for each value by default.
    /// - Returns: The values; an error identifies the value that cannot be read.
    public func jsonSequence<Model: Decodable>(
        of type: Model.Type,
        options: JSON.StreamOptions = JSON.StreamOptions()
    ) -> some AsyncSequence<Model, CallError<Failure>> & Sendable {
        let pieces = answer.response.content.pieces
        return AnswerElements(JSON().sequence(of: type, in: pieces, options: options), of: answer)
    }

    /// The elements of one array in the content, which is a JSON document.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: The keys that lead to the array; empty if the document is the array.
    ///   - options: The limits and choices of the stream; 16 MiB for each element by default.
    /// - Returns: The elements; an error identifies the element that cannot be read.
    public func jsonElements<Model: Decodable>(
        of type: Model.Type,
        at path: CodingPath = .root,
        options: JSON.StreamOptions = JSON.StreamOptions()
    ) -> some AsyncSequence<Model, CallError<Failure>> & Sendable {
        let pieces = answer.response.content.pieces
        let elements = JSON().elements(of: type, at: path, in: pieces, options: options)
        return AnswerElements(elements, of: answer)
    }

    /// The elements of one list in the content, which is an XML document.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: The path from the root to the parent of the items: the names of elements,
    ///     separated by dots; empty for the children of the root.
    ///   - name: The name of the items; `nil` for all children of that parent.
    ///   - xml: The choices for reading the document.
    /// - Returns: The elements; an error identifies the element that cannot be read.
    public func xmlElements<Model: Decodable>(
        of type: Model.Type,
        at path: String = "",
        named name: String? = nil,
        reading xml: XML = XML()
    ) -> some AsyncSequence<Model, CallError<Failure>> & Sendable {
        let pieces = answer.response.content.pieces
        return AnswerElements(xml.elements(of: type, at: path, named: name, in: pieces), of: answer)
    }

    /// Reads the whole content, or the rest of it.
    ///
    /// - Parameter limit: The greatest number of bytes to accept.
    /// - Returns: The bytes.
    /// - Throws: The error of the call; one of the kind `tooLarge` beyond the limit.
    public func collect(upTo limit: Int) async throws(CallError<Failure>) -> [UInt8] {
        do {
            return try await answer.response.content.collect(upTo: limit)
        } catch {
            throw answer.error(error)
        }
    }
}

extension Response {
    /// The number of bytes of the content, if its source or the header section states it.
    var expectedLength: Int? {
        if let length = content.length { return length }
        guard !fields.contains(.transferEncoding), !fields.contains(.contentEncoding) else {
            return nil
        }
        return fields[.contentLength].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }
}
