// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reason that a transaction was rolled back: its closure threw, or the store failed.
public enum TransactionError<Failure: Error>: Error {
    /// The closure threw; its writes were rolled back, except perhaps after `nextIsLast()`.
    case failed(Failure)
    /// The store failed; the closure's writes were rolled back, though perhaps not if the
    /// code is `commitUnknown` or `inputOutput`.
    case store(StoreError)

    /// Creates the error of a transaction from any error that its closure threw.
    package init(wrapping error: any Error) {
        switch error {
        case let error as TransactionError<Failure>: self = error
        case let error as StoreError: self = .store(error)
        case let error as TransactionError<Never>: self = .store(error.storeError)
        case let error as Failure: self = .failed(error)
        default:
            // Only the type is named, because an unknown error's description may contain secret
            // values.
            let message = "a closure threw an undeclared \(type(of: error))"
            self = .store(StoreError(.undeclaredError, message))
        }
    }
}

extension TransactionError where Failure == Never {
    /// The store's error, which is the only possible error if the closure declares no failure of
    /// its own.
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
