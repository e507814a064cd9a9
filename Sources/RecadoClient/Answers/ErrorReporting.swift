// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error type of a service, whose values may also report success.
///
/// Some services answer everything with 200 and put the error into the answer, with a code for
/// “nothing” if all is well. An ``ErrorModel`` of such a type is looked for in every answer:
///
/// ```swift
/// struct ServiceError: Decodable, ErrorReporting {
///     var codError: Int
///     var descripcion: String?
///     var isError: Bool { codError != 0 }
/// }
/// ```
public protocol ErrorReporting: Error {
    /// True if something is wrong.
    var isError: Bool { get }
}

/// Several errors in the model of a service, from an answer with a list of them.
public struct ErrorList<Element: Decodable & Error>: Error, Decodable {
    /// The errors, in the order of the answer.
    public let errors: [Element]

    /// Creates a list.
    ///
    /// - Parameter errors: The errors.
    public init(_ errors: [Element]) {
        self.errors = errors
    }

    /// Reads a list.
    ///
    /// - Parameter decoder: The document.
    /// - Throws: `DecodingError` if the document is not a list of such errors.
    public init(from decoder: any Decoder) throws {
        errors = try [Element](from: decoder)
    }
}

extension ErrorList: RandomAccessCollection {
    /// The index of the first error.
    public var startIndex: Int { errors.startIndex }
    /// The index after the last error.
    public var endIndex: Int { errors.endIndex }

    /// The error at an index.
    ///
    /// - Parameter position: The index.
    public subscript(position: Int) -> Element { errors[position] }
}

extension ErrorList: ErrorReporting where Element: ErrorReporting {
    /// True if at least one element reports an error.
    public var isError: Bool { contains(where: \.isError) }
}
