// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// An output that is either encoded as a whole or sent while its elements are read.
package protocol GradualOutput: Codable, Sendable {
    /// Returns the content that is written while the output is read; `nil` if the output is encoded
    /// as a whole.
    func content(in format: Format) -> Content?
}
