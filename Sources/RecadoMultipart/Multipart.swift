// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The format of forms with files, `multipart/form-data` (RFC 7578), and related formats (RFC 2046
/// §5.1).
///
/// Content can be read in three ways, from the most convenient to the most economical:
///
/// ```swift
/// let poster = try MultipartForm().decode(Poster.self, from: bytes, mediaType: type)  // a model
///
/// for try await part in try Multipart.parts(of: request.content, mediaType: type) {  // a stream
///     print(part.name ?? "", try await part.collect(upTo: 1 << 20).count)
/// }
///
/// var reader = try Multipart.Reader(boundary: "x")  // a state machine without input and output
/// ```
///
/// ``MultipartForm`` and ``Multipart/Writer`` write such content.
public enum Multipart: Sendable {
    /// The sizes beyond which multipart content is refused.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of the whole content in bytes; 64 MiB by default.
        ///
        /// A server that accepts large files should raise this and ``partBytes`` for the requests
        /// that contain them.
        public var bytes = 1 << 26

        /// The maximum number of parts; 100 by default, which is more than the fields of a form
        /// that people fill in.
        public var parts = 100

        /// The maximum size of a part's content in bytes; 32 MiB by default.
        public var partBytes = 1 << 25

        /// The maximum number of fields in the head of a part; 16 by default, while browsers send
        /// two.
        public var fields = 16

        /// The maximum size of the head of a part in bytes; 8 KiB by default.
        public var headBytes = 1 << 13

        /// The maximum size of a part's name, and of its file name, in bytes; 1 KiB each by
        /// default.
        public var nameBytes = 1 << 10

        /// The maximum size in bytes of a part that is read as text into a model; 1 MiB by default.
        public var textBytes = 1 << 20

        /// The maximum number of levels in a name that is read into a model, where the beginning
        /// and each pair of brackets count as a level; 32 by default.
        public var depth = 32

        /// The maximum index in a name such as `a[7]` that is read into a model; 10 000 by default.
        public var index = 10_000

        /// Creates the default limits.
        public init() {}
    }
}
