// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The strategies for values that a format can represent in more than one way, such as dates; every
/// format has all of them.
///
/// The defaults are the forms that most programs expect: dates in the format of RFC 3339, bytes in
/// Base64, keys as the model declares them.
public struct CodingStrategies: Sendable {
    /// The strategies, or `nil` if all are defaults; they are boxed because every decode or encode
    /// call copies them.
    private var box: Box?

    private struct Choices: Sendable {
        var dates = DateStrategy.rfc3339
        var data = DataStrategy.base64
        var keys = KeyNaming.asDeclared
        var booleans = BooleanStrategy.strict
        var nonFiniteNumbers = NonFiniteStrategy.refuse
    }

    private final class Box: Sendable {
        let choices: Choices
        init(_ choices: Choices) { self.choices = choices }
    }

    private static let usual = Choices()

    private var choices: Choices {
        get { box?.choices ?? Self.usual }
        set { box = Box(newValue) }
    }

    /// Creates the default strategies.
    public init() {}

    /// True if no strategy has been set.
    var isDefault: Bool { box == nil }

    /// The form of a `Date` in a document; RFC 3339 in UTC by default.
    public var dates: DateStrategy {
        get { box?.choices.dates ?? Self.usual.dates }
        set { choices.dates = newValue }
    }

    /// The form of `Data` in a document; Base64 (RFC 4648 §4) by default.
    public var data: DataStrategy {
        get { box?.choices.data ?? Self.usual.data }
        set { choices.data = newValue }
    }

    /// The rule that converts the keys of models to the names in a document; by default, names are
    /// the keys as declared.
    public var keys: KeyNaming {
        get { box?.choices.keys ?? Self.usual.keys }
        set { choices.keys = newValue }
    }

    /// The values that are accepted as Booleans, and the form in which Booleans are written; only
    /// `true` and `false` by default.
    public var booleans: BooleanStrategy {
        get { box?.choices.booleans ?? Self.usual.booleans }
        set { choices.booleans = newValue }
    }

    /// The handling of infinities and NaN; they are refused by default, because no format has
    /// numbers for them.
    public var nonFiniteNumbers: NonFiniteStrategy {
        get { box?.choices.nonFiniteNumbers ?? Self.usual.nonFiniteNumbers }
        set { choices.nonFiniteNumbers = newValue }
    }
}

/// A format that reads and writes models, with short names for its strategies.
///
/// ```swift
/// var json = JSON()
/// json.dates = .secondsSince1970
/// json.keys = .snakeCase
/// ```
public protocol CodingFormat: Sendable {
    /// The strategies for writing and reading values that the format can represent in more than one
    /// way.
    var strategies: CodingStrategies { get set }
}

extension CodingFormat {
    /// The form of a `Date` in a document; RFC 3339 in UTC by default.
    public var dates: DateStrategy {
        get { strategies.dates }
        set { strategies.dates = newValue }
    }

    /// The form of `Data` in a document; Base64 by default.
    public var data: DataStrategy {
        get { strategies.data }
        set { strategies.data = newValue }
    }

    /// The rule that converts the keys of models to the names in a document; by default, names are
    /// the keys as declared.
    public var keys: KeyNaming {
        get { strategies.keys }
        set { strategies.keys = newValue }
    }

    /// The values that are accepted as Booleans, and the form in which Booleans are written.
    public var booleans: BooleanStrategy {
        get { strategies.booleans }
        set { strategies.booleans = newValue }
    }

    /// The handling of infinities and NaN; they are refused by default.
    public var nonFiniteNumbers: NonFiniteStrategy {
        get { strategies.nonFiniteNumbers }
        set { strategies.nonFiniteNumbers = newValue }
    }
}
