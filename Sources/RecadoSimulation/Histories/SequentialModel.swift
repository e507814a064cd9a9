// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A model of an object to which calls come one after the other, such as one resource of a service.
///
/// A ``History`` of overlapping calls is checked against it.
public protocol SequentialModel {
    /// The part of the object that later calls can observe.
    associatedtype State: Hashable
    /// A call.
    associatedtype Operation: Sendable
    /// An answer.
    associatedtype Outcome: Sendable

    /// The state before the first call.
    static var initial: State { get }

    /// The state after a call.
    ///
    /// - Parameters:
    ///   - operation: The call.
    ///   - outcome: Its answer; `nil` if the caller received none: the call may have been carried
    ///     out or not, and the method must return a state.
    ///   - state: The state before.
    /// - Returns: The state after it; `nil` if the answer is wrong in the state before.
    static func state(
        after operation: Operation,
        with outcome: Outcome?,
        from state: State
    ) -> State?
}

/// A value that is read, written and replaced, such as a resource that is changed with `If-Match`.
public enum Register<Value: Hashable & Sendable>: SequentialModel, Sendable {
    /// A call.
    public enum Operation: Sendable, Hashable {
        /// Reads the value.
        case read
        /// Writes a value, whichever there was.
        case write(Value)
        /// Replaces a value, if it is the expected one.
        case replace(Value?, by: Value)
    }

    /// An answer.
    public enum Outcome: Sendable, Hashable {
        /// The value that was read; `nil` before the first value was written.
        case value(Value?)
        /// The value is written.
        case done
        /// The value was not the expected one, so nothing was replaced.
        case refused
    }

    /// No value.
    public static var initial: Value? { nil }

    /// The value after a call; see ``SequentialModel/state(after:with:from:)``.
    public static func state(
        after operation: Operation,
        with outcome: Outcome?,
        from state: Value?
    ) -> Value?? {
        switch (operation, outcome) {
        case (.read, .value(let value)?): value == state ? .some(state) : nil
        case (.read, nil): .some(state)
        case (.write(let new), .done?), (.write(let new), nil): .some(new)
        case (.replace(let old, let new), .done?): old == state ? .some(new) : nil
        case (.replace(let old, _), .refused?): old == state ? nil : .some(state)
        case (.replace(let old, let new), nil): .some(old == state ? new : state)
        default: nil
        }
    }
}
