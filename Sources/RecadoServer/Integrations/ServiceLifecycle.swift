// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if ServiceLifecycle
public import ServiceLifecycle

/// A server is a service of swift-service-lifecycle: a graceful shutdown of its group is one of the
/// server, with the grace of its configuration.
extension Server: ServiceLifecycle.Service {}
#endif

/// Waits for the end of work that its task or, in a group of services,
/// a graceful shutdown asks for.
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
