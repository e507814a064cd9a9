// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reason that a transaction was rolled back: the body threw, or the store failed.
public enum TransactionError<Failure: Error>: Error {
    /// The body threw; nothing that it wrote was kept, unless its last statement was announced.
    case failed(Failure)
    /// The store failed; nothing that the body wrote was kept, except perhaps if the code is
    /// `commitUnknown` or `inputOutput`.
    case store(StoreError)

    /// Creates the error that a closure of unknown kind threw inside a transaction.
    package init(wrapping error: any Error) {
        switch error {
        case let error as TransactionError<Failure>: self = error
        case let error as StoreError: self = .store(error)
        case let error as TransactionError<Never>: self = .store(error.storeError)
        case let error as Failure: self = .failed(error)
        default:
            // Only the type is named: an unknown error's description may hold the value that caused
            // it.
            let message = "a closure threw an undeclared \(type(of: error))"
            self = .store(StoreError(.undeclaredError, message))
        }
    }
}

extension TransactionError where Failure == Never {
    /// The store's error, the only kind that a body without failures of its own can cause.
    public var storeError: StoreError {
        switch self {
        case .store(let error): error
        }
    }
}

extension TransactionError: Equatable where Failure: Equatable {}

extension TransactionError: CustomStringConvertible {
    /// The failure or the store's error, in one line.
    public var description: String {
        switch self {
        case .failed(let failure): "rolled back: \(failure)"
        case .store(let error): error.description
        }
    }
}
