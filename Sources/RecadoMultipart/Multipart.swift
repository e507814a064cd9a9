// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The format of forms with files, `multipart/form-data` (RFC 7578), and related formats (RFC 2046
/// §5.1).
///
/// There are three ways to read it, from the most convenient to the most frugal:
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
/// ``MultipartForm`` and ``Multipart/Writer`` write it.
public enum Multipart: Sendable {
    /// The sizes beyond which multipart content is refused.
    public struct Limits: Sendable, Hashable {
        /// The bytes of the whole content; 64 MiB by default.
        ///
        /// A server that accepts large files should raise this and ``partBytes`` for the requests
        /// in question.
        public var bytes = 1 << 26

        /// The number of parts; 100 by default, which is more than the fields of a form that people
        /// fill in.
        public var parts = 100

        /// The bytes of one part's content; 32 MiB by default.
        public var partBytes = 1 << 25

        /// The fields in the head of one part; 16 by default, while browsers send two.
        public var fields = 16

        /// The bytes of the head of one part; 8 KiB by default.
        public var headBytes = 1 << 13

        /// The bytes of a part's name and of its file name; 1 KiB each by default.
        public var nameBytes = 1 << 10

        /// The bytes of a part that is read as text into a model; 1 MiB by default.
        public var textBytes = 1 << 20

        /// The levels of brackets in a name that is read into a model; 32 by default.
        public var depth = 32

        /// The largest index in a name such as `a[7]` that is read into a model; 10 000 by default.
        public var index = 10_000

        /// Creates the default limits.
        public init() {}
    }
}
