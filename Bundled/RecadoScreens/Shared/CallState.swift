// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The state of a call that a screen repeats: whether it is under way, its latest value, and its
/// latest error.
///
/// A state is a value, so it suits both web pages and screens of apps. A call begins with a ticket
/// and ends with the same ticket. A call that a later call has replaced ends without effect.
///
/// ```swift
/// let ticket = films.begin()
/// films.finish(ticket, with: await result)
/// ```
public struct CallState<Value: Sendable>: Sendable {
    /// The number of a call under way.
    public struct Ticket: Sendable, Hashable {
        fileprivate let number: UInt
    }

    /// The latest value, which is kept if a later call fails.
    public private(set) var value: Value?
    /// True while a call is under way.
    public private(set) var isLoading = false
    /// The error of the latest call; `nil` after a call that succeeded or was cancelled.
    public private(set) var error: ScreenError?

    private var number: UInt = 0

    /// Creates a state.
    ///
    /// - Parameter value: The value; `nil`, by default, if there is none yet.
    public init(_ value: Value? = nil) {
        self.value = value
    }

    /// Begins a call, which replaces a call under way.
    ///
    /// - Returns: The ticket to end the call with.
    public mutating func begin() -> Ticket {
        number &+= 1
        isLoading = true
        return Ticket(number: number)
    }

    /// Records the result of a call.
    ///
    /// - Parameters:
    ///   - ticket: The ticket that ``begin()`` returned.
    ///   - result: The value or the error.
    /// - Returns: False if the call has been replaced or cancelled, so that its end has no effect.
    @discardableResult
    public mutating func finish(_ ticket: Ticket, with result: Result<Value, ScreenError>) -> Bool {
        guard isLoading, ticket.number == number else { return false }
        isLoading = false
        switch result {
        case .success(let value):
            self.value = value
            error = nil
        case .failure(let error): self.error = error.kind == .cancelled ? nil : error
        }
        return true
    }

    /// Cancels the call under way: its end will have no effect.
    public mutating func cancel() {
        isLoading = false
    }

    /// Sets a value that was received in another way, such as from a stream.
    ///
    /// - Parameter value: The value.
    public mutating func set(_ value: Value) {
        self.value = value
        error = nil
    }

    /// Sets an error that was found without a call, such as the error of a form's field; a call
    /// under way is cancelled.
    ///
    /// - Parameter error: The error; `nil` if there is none.
    public mutating func fail(_ error: ScreenError?) {
        isLoading = false
        self.error = error
    }

    /// Changes the value in place, if there is one.
    ///
    /// - Parameter change: The change.
    public mutating func update(_ change: (inout Value) -> Void) {
        guard var changed = value else { return }
        value = nil
        change(&changed)
        value = changed
    }
}

extension CallState: Equatable where Value: Equatable {}
