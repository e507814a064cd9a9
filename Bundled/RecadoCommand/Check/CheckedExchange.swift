// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request, and its answer.
struct CheckedExchange: Sendable {
    /// The extent to which the content was read.
    enum Extent: Sendable, Hashable {
        /// The content was read completely.
        case whole
        /// Only the head was read, because the answer is a stream and may never end.
        case head
        /// The content was discarded, because it exceeds the size limit.
        case excessive
    }

    let request: Request
    /// The answer, without its content.
    let response: Response
    /// The content of the answer, if all of it was read; otherwise empty.
    let content: [UInt8]
    let extent: Extent
    /// The time from the request to the end of reading.
    let duration: Duration

    var status: Status { response.status }
    var fields: Fields { response.fields }
    /// True if there was content, even if it was not read.
    var hasContent: Bool { extent != .whole || !content.isEmpty }
    /// The media type of the content.
    var mediaType: MediaType? { fields[.contentType].flatMap { MediaType($0) } }
    /// The method and the target of the request.
    var words: String { "\(request.method) \(request.target)" }
}
