// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
public import RecadoEndpoints
import RecadoServer

/// The implementation of the playground, which stores nothing, and answers in the form that the
/// call asks for.
///
/// ```swift
/// let playground = PlaygroundService()
/// let application = try Application([playground.service])
/// ```
public struct PlaygroundService: Sendable {
    private let clock: any Clock<Duration>

    /// Creates the service.
    ///
    /// - Parameter clock: The clock that measures delays; the default clock keeps running while the
    ///   system sleeps.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    /// The endpoints with their handlers.
    public var service: Service {
        var service = Service(Playground.api)
        service.compatibility = PlaygroundCompatibility()
        service.crossOrigin = .any
        service.takesFormatParameter = true
        service.serve(show)
        service.serve(add)
        return service
    }

    func show(_ call: SimulateUser) async throws(Never) -> SimulatedUser {
        if let delay = call.delay?.wrappedValue {
            await Server.withoutRequestSlot {
                // If the call is canceled, nobody reads the answer, so the delay ends at once.
                try? await clock.sleep(for: .milliseconds(delay))
            }
        }
        let content = SimulatedContent(
            shape: call.shape ?? .everything,
            root: call.root,
            errorRoot: call.errorRoot,
            code: call.code,
            isMistyped: call.fault == .mistyped
        )
        return SimulatedUser(SimulatedContent.users.first, writtenAs: content.value)
    }

    func add(_ call: SimulateNewUser) async throws(Never) -> SimulatedUser {
        let new = call.user
        let user = Playground.User(code: String(new.id), name: new.name + " " + new.surname)
        let isRefused = (call.status?.wrappedValue ?? 200) >= 400
        let content = SimulatedContent(
            shape: isRefused ? .error : .user,
            root: call.root ?? "user",
            errorRoot: call.errorRoot ?? "error",
            user: user
        )
        return SimulatedUser(user, writtenAs: content.value)
    }
}
