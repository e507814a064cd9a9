// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The arguments of a command, separated into options and operands.
struct ParsedArguments: Sendable, Hashable {
    /// The values of each option, in order; for an option without a value, an empty string.
    private(set) var values: [String: [String]] = [:]
    /// The arguments that do not belong to an option.
    private(set) var operands: [String] = []

    /// Adds the value of an option.
    mutating func add(_ value: String, to option: CommandOption) {
        values[option.name, default: []].append(value)
    }

    /// Adds an argument that does not belong to an option.
    mutating func add(operand: String) {
        operands.append(operand)
    }

    /// True if an option was given.
    func contains(_ option: CommandOption) -> Bool { values[option.name] != nil }

    /// Returns the last value of an option, if it was given.
    subscript(option: CommandOption) -> String? { values[option.name]?.last }

    /// Returns all values of an option, in their order.
    func all(_ option: CommandOption) -> [String] { values[option.name] ?? [] }

    /// Returns the last value of an option as a number, which must be in a range.
    func number(
        _ option: CommandOption,
        in range: ClosedRange<Int>
    ) throws(CommandError) -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds: LocalizedText = "\(range.lowerBound) to \(range.upperBound)"
            let shown = DisplayText.clean(text)
            throw .usage("--\(option.name) is a number from \(bounds), not “\(shown)”")
        }
        return number
    }
}
