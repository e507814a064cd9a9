// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A service's error type whose values can also report success.
///
/// Some services answer every request with 200 and put an error code into the content, where one
/// code means “no error”. If an ``ErrorModel`` has such a type, the client looks for the error in
/// every answer:
///
/// ```swift
/// struct ServiceError: Decodable, ErrorReporting {
///     var codError: Int
///     var descripcion: String?
///     var isError: Bool { codError != 0 }
/// }
/// ```
public protocol ErrorReporting: Error {
    /// True if the value reports an error; false if it reports success.
    var isError: Bool { get }
}

/// Several errors of a service's own type, decoded from a list.
public struct ErrorList<Element: Decodable & Error>: Error, Decodable {
    /// The errors, in the order of the list.
    public let errors: [Element]

    /// Creates a list.
    ///
    /// - Parameter errors: The errors.
    public init(_ errors: [Element]) {
        self.errors = errors
    }

    /// Decodes a list of errors.
    ///
    /// - Parameter decoder: The decoder of the list.
    /// - Throws: `DecodingError` if the content is not a list of such errors.
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
