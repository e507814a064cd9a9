// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The error of services that would fail when they are used.
public struct InvalidServicesError: Error, Sendable, CustomStringConvertible {
    /// The faults that were found in them.
    public let findings: [Service.Finding]

    /// All findings, one a line.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}
