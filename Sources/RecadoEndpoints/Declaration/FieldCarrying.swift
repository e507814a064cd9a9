// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An output of which a part travels in the response's fields, such as the links of a page.
public protocol FieldCarrying {
    /// Adds the fields to a response.
    ///
    /// - Parameters:
    ///   - fields: The response's header section.
    ///   - request: The request that is being answered.
    func write(to fields: inout Fields, answering request: Request)

    /// Takes back what ``write(to:answering:)`` added.
    ///
    /// - Parameter fields: The response's header section.
    mutating func read(from fields: Fields)
}

extension FieldCarrying {
    /// Takes nothing back.
    public mutating func read(from fields: Fields) {}
}
