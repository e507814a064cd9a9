// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONAPI {
    /// One error in a document that has errors instead of data.
    public struct ErrorObject: Sendable, Hashable, Codable {
        /// An identifier of this occurrence of the problem.
        public var id: String?
        /// Links: `about` for this occurrence, and `type` for the kind of error.
        public var links: Links?
        /// The HTTP status code, as text.
        public var status: String?
        /// The service's own code for the kind of error.
        public var code: String?
        /// A summary of the problem, the same for each occurrence.
        public var title: String?
        /// An explanation of this occurrence.
        public var detail: String?
        /// The part of the request that caused the error.
        public var source: Source?
        /// Further information about the error.
        public var meta: Value?

        /// The part of a request that caused an error.
        public struct Source: Sendable, Hashable, Codable {
            /// The position in the document of the request, as a JSON Pointer (RFC 6901).
            public var pointer: String?
            /// The name of the query parameter.
            public var parameter: String?
            /// The name of the header field.
            public var header: String?

            /// Creates a source.
            ///
            /// - Parameters:
            ///   - pointer: The position in the document of the request.
            ///   - parameter: The parameter of the query.
            ///   - header: The header field.
            public init(pointer: String? = nil, parameter: String? = nil, header: String? = nil) {
                self.pointer = pointer
                self.parameter = parameter
                self.header = header
            }
        }

        /// Creates an error.
        ///
        /// - Parameters:
        ///   - status: The HTTP status code.
        ///   - title: A summary of the problem.
        ///   - detail: An explanation of this occurrence.
        ///   - source: The part of the request that caused the error.
        public init(
            status: Int? = nil,
            title: String? = nil,
            detail: String? = nil,
            source: Source? = nil
        ) {
            self.status = status.map { String($0) }
            self.title = title
            self.detail = detail
            self.source = source
        }
    }

    /// The errors of a document that has errors instead of data.
    public struct Errors: Error, Sendable {
        /// The errors in order; JSON:API requires at least one.
        public var errors: [ErrorObject]
        /// Information about the errors as a whole.
        public var meta: Value.Object?

        /// Creates the errors of a document.
        ///
        /// - Parameters:
        ///   - errors: The errors.
        ///   - meta: Information about the errors as a whole.
        public init(_ errors: [ErrorObject], meta: Value.Object? = nil) {
            self.errors = errors
            self.meta = meta
        }
    }
}

extension JSONAPI.Errors: WholeDocument, Decodable {
    private enum CodingKeys: String, CodingKey { case errors, meta }

    /// Reads the errors of a whole document.
    ///
    /// - Parameter decoder: The decoder of the document.
    /// - Throws: The errors of the decoder, also for a document with data instead of errors.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        errors = try container.decode([JSONAPI.ErrorObject].self, forKey: .errors)
        meta = try container.decodeIfPresent(Value.self, forKey: .meta)?.objectValue
    }
}

extension JSONAPI.Errors: CustomStringConvertible {
    /// The titles of the first four errors, each with its position, on one line.
    ///
    /// An error without a title is shown by its code or status. Details are left out, since they
    /// may quote content.
    public var description: String {
        let texts = errors.prefix(4).map { error in
            var text = error.title ?? error.code ?? error.status ?? "error"
            if let pointer = error.source?.pointer { text += " at \(pointer)" }
            if let parameter = error.source?.parameter { text += " in the parameter \(parameter)" }
            return CodingError.printable(text)
        }
        return texts.joined(separator: "; ") + (errors.count > 4 ? "; …" : "")
    }
}
