// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// An output that is sent at once, or while it is read where it is too long for that.
package protocol GradualOutput: Codable, Sendable {
    /// The content that is made while it is read; `nil` when the output is encoded as any other.
    func content(in format: Format) -> Content?
}
