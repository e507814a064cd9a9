// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The bounds of a message of HTTP/1.1.
package struct MessageLimits: Sendable, Hashable {
    /// The most bytes of a request line or a status line.
    package var startLine: Int
    /// The most bytes of a field.
    package var field: Int
    /// The most bytes of the header section; for a response, including its status line and all
    /// informational responses before it.
    package var fields: Int
    /// The most fields of the header section.
    package var fieldCount: Int
    /// The most bytes of content.
    package var content: Int
    /// The most bytes of chunk extensions, over the whole content of a request, or over one chunk
    /// of a response.
    package var chunkExtensions = 4 * 1024
    /// The most bytes of the trailer section.
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
    /// - Parameter head: The most bytes of the header section, and of the trailer section.
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
