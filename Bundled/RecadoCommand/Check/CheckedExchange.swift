// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request, and what came back.
struct CheckedExchange: Sendable {
    /// The extent to which the content was read.
    enum Extent: Sendable, Hashable {
        /// All of it.
        case whole
        /// Nothing of a stream, which need not have an end to wait for.
        case head
        /// Nothing that was kept, for there is more than a check takes.
        case excessive
    }

    let request: Request
    /// The answer, without its content.
    let response: Response
    /// The content of the answer, where the whole of it was read; else nothing.
    let content: [UInt8]
    let extent: Extent
    /// The time from the request to the end of what was read.
    let duration: Duration

    var status: Status { response.status }
    var fields: Fields { response.fields }
    /// Whether there was content, read or not.
    var hasContent: Bool { extent != .whole || !content.isEmpty }
    /// The media type of the content.
    var mediaType: MediaType? { fields[.contentType].flatMap { MediaType($0) } }
    /// The request in a few words.
    var words: String { "\(request.method) \(request.target)" }
}
