// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The limits of an HTTP/1.1 message.
package struct MessageLimits: Sendable, Hashable {
    /// The maximum size of a request line or a status line in bytes.
    package var startLine: Int
    /// The maximum size of a field in bytes.
    package var field: Int
    /// The maximum size of the header section in bytes.
    ///
    /// For a response, this includes its status line and all informational responses before it.
    package var fields: Int
    /// The maximum number of fields in the header section.
    package var fieldCount: Int
    /// The maximum size of the content in bytes.
    package var content: Int
    /// The maximum size of chunk extensions in bytes: of all extensions in a request, or of those
    /// of one chunk in a response.
    package var chunkExtensions = 4 * 1024
    /// The maximum size of the trailer section in bytes.
    package var trailers = 8 * 1024

    /// Creates limits, by default those of a server.
    package init(
        startLine: Int = 8 * 1024,
        field: Int = 8 * 1024,
        fields: Int = 32 * 1024,
        fieldCount: Int = 100,
        content: Int = 128 * 1024 * 1024
    ) {
        (self.startLine, self.field, self.fields) = (startLine, field, fields)
        (self.fieldCount, self.content) = (fieldCount, content)
    }

    /// Creates the limits of a client, which limits the header section and accepts any content.
    ///
    /// - Parameter head: The maximum size in bytes of the header section, and of the trailer
    ///   section.
    package init(head: Int) {
        self.init(
            startLine: head,
            field: head,
            fields: head,
            fieldCount: .max,
            content: .max
        )
        trailers = head
    }
}
