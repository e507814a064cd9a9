// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An output that sends a part of itself in the response's fields, such as the links of a page.
public protocol FieldCarrying {
    /// Adds the fields to a response.
    ///
    /// - Parameters:
    ///   - fields: The response's header section.
    ///   - request: The request that is being answered.
    func write(to fields: inout Fields, answering request: Request)

    /// Reads the values that ``write(to:answering:)`` added.
    ///
    /// - Parameter fields: The response's header section.
    mutating func read(from fields: Fields)
}

extension FieldCarrying {
    /// Reads nothing.
    public mutating func read(from fields: Fields) {}
}
