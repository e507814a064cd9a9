// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
package import RecadoStore

/// Why an import or an export could not be done, apart from what a file says.
package enum TransferError: Error, Sendable {
    /// The file cannot be read or written.
    case file(FileFailure)
    /// The database failed.
    case store(StoreError)
    /// The database wants the transaction anew, and standard input can be read once only.
    case notRepeatable
    /// A value that the format cannot express, such as a control character in XML.
    case notExpressible(String)
    /// The file to be written is there already.
    case exists
}
