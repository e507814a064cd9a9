// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The strategies for writing and reading values where a format leaves a choice; the same for every
/// format.
///
/// The defaults are the forms that most programs expect: dates as RFC 3339 writes them, bytes in
/// Base64, keys as the model declares them, booleans as booleans.
public struct CodingStrategies: Sendable {
    /// The choices, or `nil` for the defaults; boxed because coders copy the strategies with every
    /// call.
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

    /// True if nothing was chosen.
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

    /// The rule by which the keys of models become the names of a document; as declared by default.
    public var keys: KeyNaming {
        get { box?.choices.keys ?? Self.usual.keys }
        set { choices.keys = newValue }
    }

    /// The values that count as booleans, and the form in which booleans are written; `true` and
    /// `false` alone by default.
    public var booleans: BooleanStrategy {
        get { box?.choices.booleans ?? Self.usual.booleans }
        set { choices.booleans = newValue }
    }

    /// The treatment of infinities and NaN; they are refused by default, as no format has numbers
    /// for them.
    public var nonFiniteNumbers: NonFiniteStrategy {
        get { box?.choices.nonFiniteNumbers ?? Self.usual.nonFiniteNumbers }
        set { choices.nonFiniteNumbers = newValue }
    }
}

/// A format that reads and writes models: its strategies, under short names.
///
/// ```swift
/// var json = JSON()
/// json.dates = .secondsSince1970
/// json.keys = .snakeCase
/// ```
public protocol CodingFormat: Sendable {
    /// The strategies for writing and reading values where the format leaves a choice.
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

    /// The rule by which the keys of models become the names of a document; as declared by default.
    public var keys: KeyNaming {
        get { strategies.keys }
        set { strategies.keys = newValue }
    }

    /// The values that count as booleans, and the form in which booleans are written.
    public var booleans: BooleanStrategy {
        get { strategies.booleans }
        set { strategies.booleans = newValue }
    }

    /// The treatment of infinities and NaN; they are refused by default.
    public var nonFiniteNumbers: NonFiniteStrategy {
        get { strategies.nonFiniteNumbers }
        set { strategies.nonFiniteNumbers = newValue }
    }
}
