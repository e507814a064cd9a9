// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP
public import RecadoStore

/// The reason why an import or an export failed, other than invalid content of a file.
public enum TransferError: Error, Sendable {
    /// The file cannot be read or written.
    case file(FileError)
    /// The database failed.
    case store(StoreError)
    /// The database requires the transaction to be repeated, but the input or output cannot be
    /// repeated.
    case notRepeatable
    /// A value that the format cannot express, such as a control character in XML.
    case notExpressible(String)
    /// The file to write already exists.
    case exists
}

extension TransactionError<TransferError> {
    /// The error as a ``TransferError``.
    var transferError: TransferError {
        switch self {
        case .failed(let error): error
        case .store(let error): .store(error)
        }
    }
}
