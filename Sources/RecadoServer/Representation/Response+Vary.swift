// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Response {
    /// Adds a request field to those on which the answer depends (Vary, RFC 9110 §12.5.5).
    ///
    /// - Parameter name: The name of the field.
    public mutating func addVary(_ name: FieldName) {
        guard let others = fields[.vary] else {
            fields[.vary] = name.description
            return
        }
        let added = name.description.lowercased()
        guard !fields[list: .vary].contains(where: { $0.lowercased() == added }) else { return }
        fields[.vary] = "\(others), \(name)"
    }
}
