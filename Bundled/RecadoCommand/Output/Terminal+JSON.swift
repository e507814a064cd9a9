// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Terminal {
    /// Writes a value as JSON that cannot control a terminal.
    ///
    /// - Parameters:
    ///   - value: The value to write.
    ///   - name: The name of the value for the error message if it cannot be encoded, such as
    ///     `report`.
    ///   - isPretty: True if each member has its own line.
    /// - Throws: The errors of ``write(_:)``.
    func write(
        _ value: some Encodable,
        asJSONOf name: String,
        isPretty: Bool = false
    ) throws(CommandError) {
        var json = JSON()
        json.isPretty = isPretty
        let text: String
        do throws(CodingError) {
            text = try json.encodeToString(value)
        } catch {
            throw .failed("the \(name) cannot be written: \(error)")
        }
        try write(DisplayText.escaped(text) + "\n")
    }
}
