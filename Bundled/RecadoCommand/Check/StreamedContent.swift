// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Recognizes answers that are streams, so that the check does not wait for their end.
enum StreamedContent {
    /// The media types of content that is sent in pieces.
    private static let types: Set<String> = [
        "text/event-stream", "application/jsonl", "application/ndjson", "application/x-ndjson",
        "application/json-seq", "multipart/x-mixed-replace",
    ]

    /// True if a document describes the answers of an operation as streams.
    static func isDescribed(by operation: Value, _ samples: SampleValues) -> Bool {
        let answers = operation["responses"]?.objectValue ?? [:]
        return answers.contains { answer in
            guard answer.key.hasPrefix("2") else { return false }
            let formats = samples.resolve(answer.value)["content"]?.objectValue ?? [:]
            return formats.contains { format in
                // In OpenAPI 3.2, `itemSchema` describes the elements of a stream of any media
                // type.
                format.value["itemSchema"] != nil || isStreamed(MediaType(format.key))
            }
        }
    }

    /// True if an answer is a stream.
    ///
    /// - Parameters:
    ///   - response: The answer, whose content has not been read.
    ///   - request: The request.
    ///   - expected: True if the document describes the successful answers as streams.
    /// - Returns: True if the answer is a stream.
    static func isStream(
        _ response: Response,
        answering request: Request,
        expected: Bool
    ) -> Bool {
        // Content of known length is not a stream.
        guard request.method != .head, response.content.length == nil else { return false }
        if expected, response.status.isSuccess { return true }
        return isStreamed(response.fields[.contentType].flatMap { MediaType($0) })
    }

    private static func isStreamed(_ type: MediaType?) -> Bool {
        type.map { types.contains($0.essence) } ?? false
    }
}
