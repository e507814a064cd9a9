// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The wait for a commit that takes longer than its caller can wait.
///
/// A commit waits without a limit for a standby that is gone (`synchronous_standby_names`). A
/// connection that was given up meanwhile would be replaced, and the server would go on with both:
/// after a while it had none left. So the caller is told, and the connection waits.
final class Lateness {
    /// Longer than any outage that is waited for; the age at which connections are replaced.
    private static var limit: Duration { .seconds(3_600) }

    private let end = Deadline.after(limit)
    private let tell: () -> Void
    private let goesOn: () -> Bool
    private var isTold = false

    /// Prepares for a commit that is late.
    ///
    /// - Parameters:
    ///   - goesOn: Whether to wait any longer.
    ///   - tell: Tells the caller, once.
    init(while goesOn: @escaping () -> Bool, tell: @escaping () -> Void) {
        (self.goesOn, self.tell) = (goesOn, tell)
    }

    /// Tells the caller, if that was not done, and goes on waiting.
    ///
    /// - Returns: Whether to wait any longer.
    func keepWaiting() -> Bool {
        if !isTold { tell() }
        isTold = true
        return goesOn() && !end.isOver
    }
}
