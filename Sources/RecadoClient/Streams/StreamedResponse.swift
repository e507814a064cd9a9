// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport

/// The answer to a call, whose content is read as it arrives.
///
/// ```swift
/// let response = try await client.stream("scores")
/// for try await score in response.jsonLines(of: Score.self) { … }
/// ```
///
/// The content is received no faster than it is read, and can be read only once: choose one of the
/// sequences and iterate it once. Releasing the response before the end of its content, or
/// cancelling the task, ends the transfer.
///
/// ``Client/Settings/contentLimit`` does not apply, because only a part of the content is in memory
/// at a time. Instead, the size of each part is limited: a line, a value or an element.
public struct StreamedResponse<Failure: Problem>: Sendable {
    let answer: OpenResponse<Failure>

    /// The status, which is always 2xx.
    public var status: Status { answer.response.status }
    /// The header section.
    public var fields: Fields { answer.response.fields }
    /// The redirects before the answer, from the first to the last.
    public var redirects: [RedirectHop] { answer.notes.trace.redirects }
    /// The source of the response: the network or a cache.
    public var source: ResponseSource { answer.notes.trace.source }
    /// The media type of the content; `nil` if the server names none.
    public var mediaType: MediaType? { fields[.contentType].flatMap { MediaType($0) } }
    /// The number of bytes of the content; `nil` if it is unknown.
    public var expectedLength: Int? { answer.response.expectedLength }

    // MARK: - Reading

    /// The bytes of the content as they arrive, in arrays that are never empty.
    public var pieces: some AsyncSequence<[UInt8], CallError<Failure>> & Sendable {
        ResponseElements(answer.response.content.pieces, of: answer)
    }

    /// Returns the content as lines of UTF-8 text, which end with LF or with CR and LF.
    ///
    /// Invalid UTF-8 becomes U+FFFD. The last line needs no line end.
    ///
    /// - Parameter limit: The maximum length of a line in bytes; 1 MiB by default.
    /// - Returns: The lines, without their line ends.
    public func lines(
        limit: Int = 1 << 20
    ) -> some AsyncSequence<String, CallError<Failure>> & Sendable {
        ResponseElements(
            TextLines(pieces: answer.response.content.pieces, limit: limit),
            of: answer
        )
    }

    /// Decodes the content as JSON lines, with one value in each line.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - options: The options of the stream, such as the limit on each value: 16 MiB by default.
    /// - Returns: The values; an error identifies the value that cannot be decoded.
    public func jsonLines<Model: Decodable>(
        of type: Model.Type,
        options: JSON.StreamOptions = JSON.StreamOptions()
    ) -> some AsyncSequence<Model, CallError<Failure>> & Sendable {
        let pieces = answer.response.content.pieces
        return ResponseElements(JSON().lines(of: type, in: pieces, options: options), of: answer)
    }

    /// Decodes the content as a JSON text sequence (RFC 7464).
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - options: The options of the stream, such as the limit on each value: 16 MiB by default.
    /// - Returns: The values; an error identifies the value that cannot be decoded.
    public func jsonSequence<Model: Decodable>(
        of type: Model.Type,
        options: JSON.StreamOptions = JSON.StreamOptions()
    ) -> some AsyncSequence<Model, CallError<Failure>> & Sendable {
        let pieces = answer.response.content.pieces
        return ResponseElements(JSON().sequence(of: type, in: pieces, options: options), of: answer)
    }

    /// Decodes the elements of one array in a JSON document, one at a time.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: The keys that lead to the array; empty if the whole document is the array.
    ///   - options: The options of the stream, such as the limit on each element: 16 MiB by
    ///     default.
    /// - Returns: The elements; an error identifies the element that cannot be decoded.
    public func jsonElements<Model: Decodable>(
        of type: Model.Type,
        at path: CodingPath = .root,
        options: JSON.StreamOptions = JSON.StreamOptions()
    ) -> some AsyncSequence<Model, CallError<Failure>> & Sendable {
        let pieces = answer.response.content.pieces
        let elements = JSON().elements(of: type, at: path, in: pieces, options: options)
        return ResponseElements(elements, of: answer)
    }

    /// Decodes the items of one list in an XML document, one at a time.
    ///
    /// - Parameters:
    ///   - type: The type of the items.
    ///   - path: The names of the elements within the root that lead to the items, separated by
    ///     dots; empty if the items are children of the root.
    ///   - name: The element name of the items; `nil` for all children of the parent.
    ///   - xml: The options for decoding the items.
    /// - Returns: The items; an error identifies the item that cannot be decoded.
    public func xmlElements<Model: Decodable>(
        of type: Model.Type,
        at path: String = "",
        named name: String? = nil,
        reading xml: XML = XML()
    ) -> some AsyncSequence<Model, CallError<Failure>> & Sendable {
        let pieces = answer.response.content.pieces
        return ResponseElements(
            xml.elements(of: type, at: path, named: name, in: pieces),
            of: answer
        )
    }

    /// Reads the content, or the part that has not been read yet, into memory.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Returns: The bytes.
    /// - Throws: The error of the call; its kind is `tooLarge` if the content exceeds the limit.
    public func collect(upTo limit: Int) async throws(CallError<Failure>) -> [UInt8] {
        do {
            return try await answer.response.content.collect(upTo: limit)
        } catch {
            throw answer.error(error)
        }
    }
}

extension Response {
    /// The number of bytes of the content, from its source or from the header section.
    var expectedLength: Int? {
        if let length = content.length { return length }
        guard !fields.contains(.transferEncoding), !fields.contains(.contentEncoding) else {
            return nil
        }
        return fields[.contentLength].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }
}
