// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if ServiceLifecycle
public import ServiceLifecycle

/// Makes a server a service of swift-service-lifecycle: a graceful shutdown of the service group
/// shuts the server down, with the grace period of its configuration.
extension Server: ServiceLifecycle.Service {}
#endif

/// Runs work that ends when its task is cancelled or, in a service group, on a graceful shutdown.
func untilEndIsAsked(
    _ wait: () async -> Void,
    onRequest end: @escaping @Sendable () -> Void
) async {
    #if ServiceLifecycle
    await withTaskCancellationOrGracefulShutdownHandler {
        await wait()
    } onCancelOrGracefulShutdown: {
        end()
    }
    #else
    await withTaskCancellationHandler {
        await wait()
    } onCancel: {
        end()
    }
    #endif
}
