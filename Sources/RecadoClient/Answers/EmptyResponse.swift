// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints

/// A type that has a value for an answer without content.
///
/// `Optional`, `NoContent` and `Value` are such types. Add a conformance to your own model if its
/// users can accept an empty answer:
///
/// ```swift
/// struct Basket: Codable, EmptyResponse {
///     static var emptyResponse: Basket { Basket(films: []) }
///     var films: [Film]
/// }
/// ```
///
/// The value is used if an answer has no content, if its status means that there is no value
/// (``ResponseRules/absent``), or if the value at the path ``ResponseRules/root`` is missing or
/// null.
public protocol EmptyResponse {
    /// The value for an answer without content.
    static var emptyResponse: Self { get }
}

extension Optional: EmptyResponse {
    /// `nil`: there is no wrapped value.
    public static var emptyResponse: Wrapped? { nil }
}

extension NoContent: EmptyResponse {
    /// The only value of the type.
    public static var emptyResponse: NoContent { NoContent() }
}

extension Value: EmptyResponse {
    /// JSON's null.
    public static var emptyResponse: Value { .null }
}
