// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSimulation
import Glibc
import RecadoHTTP

/// The table of functions that serve system calls in a world, instead of the real system.
///
/// Replacements of functions in the C library, such as `connect`, call these functions. Each of
/// these functions acts on the world of the calling thread.
enum SystemCalls {
    /// True if the table was installed, which happens once for all worlds.
    static let isInstalled = {
        var table = unsafe recado_system(
            socket: { Kernel.asked { $0.socket() } },
            eventfd: { Kernel.asked { $0.add(.wakeup(SimulatedWakeup(host: $0.currentHost.id))) } },
            epoll_create: {
                Kernel.asked { $0.add(.poller(SimulatedPoller(host: $0.currentHost.id))) }
            },
            close: { number in
                Kernel.asked { $0.close(number, of: HostID(code: recado_host())) }
            },
            open_random: { Kernel.asked { $0.add(.random($0.currentHost.id)) } },
            is_random: { number in
                if case .random? = Kernel.current?.descriptors[number] { true } else { false }
            },
            bind: bind,
            listen: { number, backlog in
                Kernel.asked(of: number) { $0.listen($1, backlog: backlog) }
            },
            accept: accept,
            connect: connect,
            name: name,
            error: error,
            is_listening: { number in
                Kernel.asked(of: number) {
                    if case .listening = $1.state { 1 } else { 0 }
                }
            },
            break_off: { number in
                Kernel.asked(of: number) {
                    $1.breaksOff = true
                    return 0
                }
            },
            shut_down: { number in Kernel.asked(of: number) { $0.shutDown($1) } },
            receive: receive,
            send: send,
            take_events: { number in Kernel.asked { $0.takeEvents(number) } },
            add_events: { number, count in Kernel.asked { $0.addEvents(number, count) } },
            watch: { poller, operation, number, events, token in
                Kernel.asked { $0.watch(poller, operation, number, events, token) }
            },
            wait: wait,
            poll: { number, events, time in Kernel.asked { $0.poll(number, events, time) } },
            sleep: { nanoseconds in Kernel.current?.wait(for: nanoseconds) },
            resolve: resolve,
            will_write: { file, offset, count in
                Kernel.asked { $0.willChange(file, from: offset, to: offset &+ count) }
            },
            will_truncate: { file, length in
                Kernel.asked { $0.willChange(file, from: length, to: .max) }
            },
            sync: { file in Kernel.asked { $0.sync(file) } },
            monotonic_time: { Kernel.current?.monotonicTime ?? 0 },
            wall_time: { Kernel.current?.wallTime ?? 0 },
            random: random,
            enqueue: { job, delay in unsafe Kernel.current?.enqueue(job, after: delay) },
            call_later: { function, context, queue, delay in
                unsafe Kernel.current?.call(function, context, of: queue, after: delay)
            },
            wait_for_signal: { semaphore, nanoseconds in
                unsafe Kernel.current?.wait(forSignalOf: semaphore, nanoseconds) ?? false
            },
            signal: { semaphore in unsafe Kernel.current?.signal(semaphore) },
            start_thread: { thread in unsafe Kernel.current?.start(thread) }
        )
        SimulatedProcess.ask {
            Kernel.current.map { SimulatedProcess(world: $0.number, number: recado_host()) }
        }
        return unsafe recado_simulation_install(&table)
    }()

    // MARK: - Functions with pointers

    private static let bind: @convention(c) (Int32, UInt32, UInt16) -> Int32 = {
        number,
        address,
        port in
        Kernel.asked(of: number) { $0.bind($1, to: Endpoint(address: address, port: port)) }
    }

    private static let connect: @convention(c) (Int32, UInt32, UInt16) -> Int32 = {
        number,
        address,
        port in
        Kernel.asked(of: number) { $0.connect($1, to: Endpoint(address: address, port: port)) }
    }

    private static let accept:
        @convention(c) (Int32, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt16>) -> Int32 =
            { number, address, port in
                Kernel.asked(of: number) {
                    let (accepted, name) = $0.accept($1)
                    if let name {
                        unsafe (address.pointee, port.pointee) = (name.address, name.port)
                    }
                    return accepted
                }
            }

    private static let name:
        @convention(c) (
            Int32, Bool, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt16>
        ) -> Int32 = { number, isPeer, address, port in
            Kernel.asked(of: number) {
                guard let name = isPeer ? $1.remote : $1.local else {
                    return isPeer ? -ENOTCONN : 0
                }
                unsafe (address.pointee, port.pointee) = (name.address, name.port)
                return 0
            }
        }

    private static let error: @convention(c) (Int32) -> Int32 = { number in
        Kernel.asked(of: number) { _, socket in
            defer { socket.error = 0 }
            return socket.error
        }
    }

    private static let resolve:
        @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Bool>) -> UInt32 = {
            name,
            isUnknown in
            guard let kernel = Kernel.current else { return 0 }
            // A name resolution sends one message to the server and one back.
            kernel.wait(for: 2 * kernel.travelTime())
            if kernel.weather.happens(kernel.faults.lookups) { return 0 }
            let name = unsafe String(cString: name)
            let address = kernel.hosts.first { $0.name == name }?.address
            unsafe isUnknown.pointee = address == nil
            return address ?? 0
        }

    private static let receive:
        @convention(c) (Int32, UnsafeMutablePointer<UInt8>?, Int, Bool) -> Int = {
            number,
            bytes,
            count,
            peeks in
            guard let kernel = Kernel.current, let socket = kernel.socket(number) else {
                return -Int(EBADF)
            }
            return kernel.receive(socket, atMost: count, peeks: peeks) { part in
                guard let bytes = unsafe bytes else { return }
                unsafe part.withUnsafeBufferPointer {
                    guard let first = $0.baseAddress else { return }
                    unsafe bytes.update(from: first, count: $0.count)
                }
            }
        }

    private static let send: @convention(c) (Int32, UnsafePointer<UInt8>?, Int) -> Int = {
        number,
        bytes,
        count in
        guard let kernel = Kernel.current, let socket = kernel.socket(number) else {
            return -Int(EBADF)
        }
        return unsafe kernel.send(socket, UnsafeBufferPointer(start: bytes, count: count))
    }

    private static let wait:
        @convention(c) (Int32, UnsafeMutablePointer<epoll_event>, Int32, Int32) -> Int32 = {
            number,
            events,
            count,
            time in
            Kernel.asked {
                $0.wait(number, time, atMost: Int(count)) { index, token, flags in
                    unsafe events[index] = epoll_event(
                        events: flags,
                        data: epoll_data_t(u64: token)
                    )
                }
            }
        }

    private static let random: @convention(c) (UnsafeMutablePointer<UInt8>, Int) -> Void = {
        bytes,
        count in
        guard let host = Kernel.current?.currentHost else { return }
        var rest: UInt64 = 0
        for index in 0..<count {
            if index % 8 == 0 { rest = host.random.next() }
            unsafe bytes[index] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
        }
    }
}

extension Kernel {
    /// Returns the answer of the calling thread's world; `EBADF` outside any world.
    fileprivate static func asked<Answer: FixedWidthInteger>(
        _ answer: (Kernel) -> Answer
    ) -> Answer {
        current.map(answer) ?? Answer(-EBADF)
    }

    /// Returns the answer of the calling thread's world to a call on a socket.
    fileprivate static func asked(
        of number: Int32,
        _ answer: (Kernel, SimulatedSocket) -> Int32
    ) -> Int32 {
        guard let kernel = current, let socket = kernel.socket(number) else { return -EBADF }
        return answer(kernel, socket)
    }

    fileprivate func takeEvents(_ number: Int32) -> Int {
        guard case .wakeup(let wakeup)? = descriptors[number] else { return -Int(EBADF) }
        guard wakeup.count > 0 else { return -Int(EAGAIN) }
        defer { wakeup.count = 0 }
        return Int(clamping: wakeup.count)
    }

    fileprivate func addEvents(_ number: Int32, _ count: UInt64) -> Int32 {
        guard case .wakeup(let wakeup)? = descriptors[number] else { return -EBADF }
        wakeup.count &+= count
        changed(wakeup.watchable)
        return 0
    }
}
