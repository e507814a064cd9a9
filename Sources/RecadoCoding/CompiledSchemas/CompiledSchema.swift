// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A schema compiled into tables, for checking the values of documents quickly.
///
/// The quick check accepts most valid values; any other value needs a slower validation, which
/// finds the errors. Rules and members refer to each other by index, so that a check needs no
/// reference counting and a schema may be recursive.
package final class CompiledSchema: Sendable {
    let rules: [Rule]
    let members: [Member]
    let choices: [[String]]

    /// Creates a schema from the rules that a function adds.
    ///
    /// - Parameter make: The function; it adds the rule of the whole value first, then the rules to
    ///   which that rule refers.
    package init(_ make: (inout Builder) -> Void) {
        var builder = Builder()
        make(&builder)
        (rules, members, choices) = (builder.rules, builder.members, builder.choices)
    }

    deinit {
        for member in members { KeyName(at: member.name)?.deallocate() }
    }

    /// The kind of value that a rule accepts.
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// Any value at all.
        case any
        case boolean, integer, number, string
        /// A list whose elements all have the same rule.
        case list
        /// An object with any names, whose values all have the same rule.
        case map
        /// An object with known names.
        case object
        /// A value that the quick check cannot judge and therefore never accepts.
        case open
    }

    /// The rule for one value.
    package struct Rule: BitwiseCopyable, Sendable {
        package var kind: Kind
        /// True if null is accepted.
        package var isNullable = false
        /// The minimum and maximum of an integer, or of the number of Unicode scalars in a text.
        package var least = Int.min
        package var greatest = Int.max
        /// The index in the schema's `choices` of the list of allowed texts, or -1 if any text is
        /// allowed.
        fileprivate(set) var choices = -1
        /// For an object, the index of its first member in `members`; for a list or map, the index
        /// of the elements' rule in `rules`.
        fileprivate(set) var first = 0
        /// For an object, the number of its members in the schema.
        fileprivate(set) var count = 0

        package init(_ kind: Kind) {
            self.kind = kind
        }
    }

    struct Member: BitwiseCopyable {
        /// The address of the member's `KeyName`, which the schema frees in its `deinit`.
        let name: UInt
        let rule: Int
        let isRequired: Bool
    }

    /// Collects the rules of a schema.
    package struct Builder {
        fileprivate var rules: [Rule] = []
        fileprivate var members: [Member] = []
        fileprivate var choices: [[String]] = []

        /// Adds a rule that is set later, so that other rules can refer to it.
        ///
        /// - Returns: The index of the rule.
        package mutating func reserve() -> Int {
            rules.append(Rule(.open))
            return rules.count - 1
        }

        /// Sets a rule.
        package mutating func set(_ rule: Rule, at place: Int) {
            rules[place] = rule
        }

        /// Sets the rule of a text that must be one of the given texts.
        package mutating func set(_ rule: Rule, among texts: [String], at place: Int) {
            choices.append(texts)
            rules[place] = rule
            rules[place].choices = choices.count - 1
        }

        /// Sets the rule of a list or map.
        package mutating func set(_ rule: Rule, of element: Int, at place: Int) {
            rules[place] = rule
            rules[place].first = element
        }

        /// Sets the rule of an object.
        package mutating func set(
            _ rule: Rule,
            with members: [(name: String, rule: Int, isRequired: Bool)],
            at place: Int
        ) {
            let start = self.members.count
            for member in members {
                let name = KeyName(member.name).address
                self.members.append(
                    Member(name: name, rule: member.rule, isRequired: member.isRequired)
                )
            }
            rules[place] = rule
            (rules[place].first, rules[place].count) = (start, members.count)
        }
    }
}

extension Document.Cursor {
    /// True if the value certainly satisfies a schema; if false, the value may still satisfy it.
    package func has(_ shape: CompiledSchema) -> Bool {
        let found = try? TreeDecoder.withContext(for: document, DecodingChoices()) {
            $0.has(shape, 0, at: index)
        }
        return found ?? false
    }
}
