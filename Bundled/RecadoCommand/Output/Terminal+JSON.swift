// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Terminal {
    /// Writes a value as JSON, in which nothing can command a terminal.
    ///
    /// - Parameters:
    ///   - value: What to write.
    ///   - name: What it is, should it not be possible: `report`.
    ///   - isPretty: Whether members have lines of their own.
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
