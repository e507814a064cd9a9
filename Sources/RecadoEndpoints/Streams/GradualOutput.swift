// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// An output that is sent as a whole, or, if it is too long for that, while it is read.
package protocol GradualOutput: Codable, Sendable {
    /// The content, which is written while the output is read; `nil` if the output is encoded as a
    /// whole.
    func content(in format: Format) -> Content?
}
