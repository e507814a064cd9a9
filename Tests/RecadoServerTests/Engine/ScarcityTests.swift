// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Scarce resources` {
    @Test func `without free file descriptors, open connections work and new ones wait`() async {
        // Runs in a process of its own, because the limit on descriptors applies to a whole
        // process.
        await #expect(processExitsWith: .success) {
            try await withServer(handler: .mirror) { port in
                // Serving a first request opens what the process opens only once. The client stays
                // connected, as the server would close its descriptor at an unknown time.
                let first = try TestClient(port: port)
                try serve(first, "/a")
                var descriptors = try Descriptors(leaving: 3)
                let second = try TestClient(port: port)
                try serve(second, "/b")
                // The system completes the connection, but the server has no descriptor left to
                // accept it.
                let third = try TestClient(port: port)
                try third.send("GET /c HTTP/1.1\r\nHost: h\r\n\r\n")

                let before = processorTime()
                #expect(!third.isReadable(within: 600))
                #expect(processorTime() - before < 0.3, "the server spins")
                try serve(first, "/d")
                try serve(second, "/e")

                descriptors.release()
                #expect(try third.answer().content == "GET /c ")
            }
        }
    }

    @Test func `a slow reader gets all pipelined responses on one connection`() async throws {
        let size = 64 * 1024
        let handler = FunctionHandler { request in
            let letter = request.target.utf8.last ?? 0
            let bytes = [UInt8](repeating: letter, count: size)
            return Response(status: .ok, content: Content(bytes))
        }
        try await withServer(handler: handler) { port in
            let client = try TestClient(port: port, receiveBuffer: 4_096)
            let numbers = (0..<60).map { $0 % 10 }
            let requests = numbers.map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }
            try client.send(requests.joined())
            // Responses that the slow client does not read do not block the event loop.
            let other = try TestClient(port: port)
            try other.send(requests[0])
            #expect(try other.answer().content.utf8.count == size)
            for number in numbers {
                let content = try client.answer().content
                let expected = UInt8(ascii: "0") + UInt8(number)
                #expect(content.utf8.count == size)
                #expect(content.utf8.allSatisfy { $0 == expected })
            }
            try client.send(requests[7])
            let answer = try client.answer()
            #expect(answer.content.utf8.first == UInt8(ascii: "7"))
            #expect(answer.fields["connection"] == nil)
        }
    }

    @Test(.enabled(if: hasLoopbackOfVersion6, "this machine has no ::1"))
    func `an IPv6 client is served, and its address is known`() async throws {
        let address = SocketAddress(host: "::1", port: 0)
        let configuration = ServerConfiguration.testing { $0.addresses = [address] }
        let handler = FunctionHandler { request in
            let peer = request.peer
            let text =
                "\(peer?.address ?? "none") \(peer?.isLocal ?? false) \(request.authority)"
            return Response(status: .ok, content: Content(text))
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try TestClient(portOfVersion6: port)
            try client.send("GET / HTTP/1.1\r\nHost: [::1]:\(port)\r\n\r\n")
            #expect(try client.answer().content == "::1 true [::1]:\(port)")
            // The server listens on IPv6 only, so another server could use the same port on IPv4.
            #expect(throws: TestClient.Failure.self) { try TestClient(port: port) }
        }
    }
}

/// Sends a request, and expects a response that repeats it.
private func serve(_ client: TestClient, _ target: String) throws {
    try client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(try client.answer().content == "GET \(target) ")
}

/// Takes all file descriptors that the process may open except a few.
private struct Descriptors {
    private var taken: [Int32] = []

    init(leaving count: Int) throws {
        var limit = rlimit(rlim_cur: 128, rlim_max: 128)
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        try #require(unsafe setrlimit(kind, &limit) == 0)
        while true {
            let descriptor = dup(STDERR_FILENO)
            if descriptor < 0 { break }
            taken.append(descriptor)
        }
        try #require(errno == EMFILE && taken.count > count)
        for descriptor in taken.suffix(count) { close(descriptor) }
        taken.removeLast(count)
    }

    mutating func release() {
        for descriptor in taken { close(descriptor) }
        taken = []
    }
}

/// Returns the processor time in seconds that this process has used.
private func processorTime() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}

/// True if this machine has the IPv6 loopback address ::1.
private let hasLoopbackOfVersion6: Bool = {
    let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var name = sockaddr_in6()
    name.sin6_family = sa_family_t(AF_INET6)
    name.sin6_addr = in6addr_loopback
    return unsafe withUnsafePointer(to: name) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
    } == 0
}()
