// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A model of an object, such as a resource of a service, that receives calls one after the other.
///
/// A ``History`` of overlapping calls is checked against the model.
public protocol SequentialModel {
    /// The part of the object that later calls can observe.
    associatedtype State: Hashable
    /// A call, with its arguments.
    associatedtype Operation: Sendable
    /// An answer to a call.
    associatedtype Outcome: Sendable

    /// The state before the first call.
    static var initial: State { get }

    /// Returns the state after a call.
    ///
    /// - Parameters:
    ///   - operation: The call.
    ///   - outcome: The answer. If it is `nil`, the caller received no answer; the method must then
    ///     return the state that results if the call is executed.
    ///   - state: The state before the call.
    /// - Returns: The state after the call; `nil` if the answer is wrong for the state before.
    static func state(
        after operation: Operation,
        with outcome: Outcome?,
        from state: State
    ) -> State?
}

/// A model of a value that is read, written and conditionally replaced, such as a resource that
/// clients change with `If-Match`.
public enum Register<Value: Hashable & Sendable>: SequentialModel, Sendable {
    /// An operation on the value.
    public enum Operation: Sendable, Hashable {
        /// Reads the value.
        case read
        /// Writes a value, whatever the value was before.
        case write(Value)
        /// Replaces the value if it equals the expected one.
        case replace(Value?, by: Value)
    }

    /// The answer to an operation.
    public enum Outcome: Sendable, Hashable {
        /// The value that was read; `nil` before the first value was written.
        case value(Value?)
        /// The value was written.
        case done
        /// The value was not the expected one, so nothing was replaced.
        case refused
    }

    /// The value before the first call: none.
    public static var initial: Value? { nil }

    /// Returns the value after a call; see ``SequentialModel/state(after:with:from:)``.
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
