// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer

/// The part of `recado serve` that waits until the process should end, or lets a new process
/// replace it.
extension ServeCommand {
    /// Waits until the process should end, because of a signal or because another process has
    /// replaced it.
    static func waitForEnd(
        of server: Server,
        _ services: HostedServices,
        _ signals: StopSignals,
        _ restart: RestartSignal,
        _ manager: ServiceManager?,
        on terminal: Terminal
    ) async {
        let wishes = restart.all
        await withTaskGroup { group in
            group.addTask {
                await signals.wait()
                return true
            }
            group.addTask {
                await Self.restart(server, wishes, manager, on: terminal)
                return true
            }
            group.addTask {
                await services.sweep()
                return false
            }
            if let manager, let watchdog = manager.watchdog {
                group.addTask {
                    await sendKeepAlives(manager, every: watchdog / 2, of: server)
                    return false
                }
            }
            for await isEnd in group where isEnd { break }
            group.cancelAll()
        }
        manager?.tell(.stopping)
    }

    /// Starts a new process at each signal, and returns once a new process has taken over.
    private static func restart(
        _ server: Server,
        _ wishes: AsyncStream<Void>,
        _ manager: ServiceManager?,
        on terminal: Terminal
    ) async {
        for await _ in wishes {
            do throws(SuccessorError) {
                let process = try await server.startSuccessor()
                manager?.tell(.successor(process))
                return terminal.note(
                    LocalizedText("Process \(process) has taken over.").description
                )
            } catch {
                terminal.complain(LocalizedText("\(error); this process goes on").description)
            }
        }
    }

    /// Notifies the service manager at intervals that the process is alive, as long as all event
    /// loops respond.
    private static func sendKeepAlives(
        _ manager: ServiceManager,
        every interval: Duration,
        of server: Server
    ) async {
        while !Task.isCancelled {
            await server.pulse()
            manager.tell(.alive)
            try? await Task.sleep(for: interval)
        }
    }
}
