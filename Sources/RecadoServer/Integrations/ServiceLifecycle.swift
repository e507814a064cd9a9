// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if ServiceLifecycle
public import ServiceLifecycle

/// Makes a server a service of swift-service-lifecycle: a graceful shutdown of its group shuts the
/// server down, with the grace of its configuration.
extension Server: ServiceLifecycle.Service {}
#endif

/// Waits for the end of work that ends when its task is cancelled or, in a group of services, on a
/// graceful shutdown.
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
