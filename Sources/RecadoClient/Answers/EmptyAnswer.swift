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
/// struct Basket: Codable, EmptyAnswer {
///     static var emptyAnswer: Basket { Basket(films: []) }
///     var films: [Film]
/// }
/// ```
///
/// The value is used if an answer has no content, if its status means that there is no value
/// (``AnswerRules/absent``), or if the part at ``AnswerRules/root`` is missing or null.
public protocol EmptyAnswer {
    /// The value for an answer without content.
    static var emptyAnswer: Self { get }
}

extension Optional: EmptyAnswer {
    /// `nil`: there is no wrapped value.
    public static var emptyAnswer: Wrapped? { nil }
}

extension NoContent: EmptyAnswer {
    /// The only value of the type.
    public static var emptyAnswer: NoContent { NoContent() }
}

extension Value: EmptyAnswer {
    /// JSON's null.
    public static var emptyAnswer: Value { .null }
}
