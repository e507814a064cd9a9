// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A reference to an object that is never freed, so that it needs no reference counting.
@safe
struct Immortal<Object: AnyObject>: BitwiseCopyable {
    private let reference: Unmanaged<Object>

    /// Retains an object until the program ends.
    init(keeping object: Object) {
        unsafe reference = .passRetained(object)
    }

    /// The object.
    var object: Object { unsafe reference.takeUnretainedValue() }

    /// Uses the object without counting references.
    @inline(__always)
    func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
    }
}

/// Returns a value unchanged if its type is `To`; `nil` if the types differ.
///
/// A cast would call the runtime, which takes longer than writing most values.
@inline(__always)
func same<From, To>(_ value: From, as type: To.Type) -> To? {
    guard From.self == To.self else { return nil }
    return unsafe unsafeBitCast(value, to: To.self)
}
