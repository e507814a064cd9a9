// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The error for services with faults that would make them fail later.
public struct InvalidServicesError: Error, Sendable, CustomStringConvertible {
    /// The faults in the services.
    public let findings: [Service.Finding]

    /// All findings, one per line.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}
