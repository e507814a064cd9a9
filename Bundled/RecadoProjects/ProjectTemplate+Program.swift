// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The templates of the program of a new service.
extension ProjectTemplate {
    /// The program with a store.
    static let storeProgram = #"""
        import __TYPE__API
        import Foundation
        import __STORE__
        import RecadoDescriptions
        import RecadoServer

        /// The program: `__NAME__ serve` and `__NAME__ openapi`.
        @main struct Program {
            static func main() async {
                do {
                    try await run(Array(CommandLine.arguments.dropFirst()))
                } catch {
                    log("__NAME__: \(error)")
                    exit(1)
                }
            }

            private static func run(_ words: [String]) async throws {
                switch words.contains("--help") ? "help" : words.first {
                case "serve": try await serve(Options(words.dropFirst()))
                case "openapi": print(try OpenAPI(api).json(), terminator: "")
                case "help", "-h": print(Options.usage)
                default: throw Options.UsageError(description: "say what to do:\n\(Options.usage)")
                }
            }

            private static func serve(_ options: Options) async throws {
                let signals = StopSignals()
                let store = try await __STORETYPE__.open(options.database)
                let application = try await __TYPE__Service(store).application()
                var configuration = ServerConfiguration()
                configuration.addresses = [SocketAddress(host: options.address, port: options.port)]
                configuration.trustsLoopback = options.trustsLocal
                let server = Server(configuration, handler: application)
                for address in try await server.start() { log("http://\(address)/__NAME__") }
                try await server.run(stoppingOn: signals)
                await store.close()
            }
        }

        /// Writes a line to the log at once; `print` buffers its output unless it goes to a terminal.
        func log(_ line: String) {
            FileHandle.standardError.write(Data("\(line)\n".utf8))
        }
        """#

    /// The program without a store.
    static let memoryProgram = #"""
        import __TYPE__API
        import Foundation
        import RecadoDescriptions
        import RecadoServer

        /// The program: `__NAME__ serve` and `__NAME__ openapi`.
        @main struct Program {
            static func main() async {
                do {
                    try await run(Array(CommandLine.arguments.dropFirst()))
                } catch {
                    log("__NAME__: \(error)")
                    exit(1)
                }
            }

            private static func run(_ words: [String]) async throws {
                switch words.contains("--help") ? "help" : words.first {
                case "serve": try await serve(Options(words.dropFirst()))
                case "openapi": print(try OpenAPI(api).json(), terminator: "")
                case "help", "-h": print(Options.usage)
                default: throw Options.UsageError(description: "say what to do:\n\(Options.usage)")
                }
            }

            private static func serve(_ options: Options) async throws {
                let signals = StopSignals()
                let application = try __TYPE__Service().application()
                var configuration = ServerConfiguration()
                configuration.addresses = [SocketAddress(host: options.address, port: options.port)]
                configuration.trustsLoopback = options.trustsLocal
                let server = Server(configuration, handler: application)
                for address in try await server.start() { log("http://\(address)/__NAME__") }
                try await server.run(stoppingOn: signals)
            }
        }

        /// Writes a line to the log at once; `print` buffers its output unless it goes to a terminal.
        func log(_ line: String) {
            FileHandle.standardError.write(Data("\(line)\n".utf8))
        }
        """#

    /// The command-line options with a store.
    static let storeOptions = #"""
        /// The options of `__NAME__ serve`.
        struct Options {
            static let usage = """
                __NAME__ serve [--address 127.0.0.1] [--port 8080] [--database __DATABASE__]
                    [--trust-local]  credentials of this machine are taken without TLS
                __NAME__ openapi
                """

            struct UsageError: Error, CustomStringConvertible {
                let description: String
            }

            var address = "127.0.0.1"
            var port: UInt16 = 8080
            var trustsLocal = false
            var database = "__DATABASE__"

            init(_ words: some Sequence<String>) throws(UsageError) {
                var words = words.makeIterator()
                while let name = words.next() {
                    if name == "--trust-local" {
                        trustsLocal = true
                        continue
                    }
                    guard ["--address", "--database", "--port"].contains(name) else {
                        throw UsageError(description: "\(name) is unknown\n\(Self.usage)")
                    }
                    guard let value = words.next() else {
                        throw UsageError(description: "\(name) has no value")
                    }
                    switch name {
                    case "--address": address = value
                    case "--database": database = value
                    default:
                        guard let number = UInt16(value) else {
                            throw UsageError(description: "--port is a number up to 65535, not \(value)")
                        }
                        port = number
                    }
                }
            }
        }
        """#

    /// The command-line options without a store.
    static let memoryOptions = #"""
        /// The options of `__NAME__ serve`.
        struct Options {
            static let usage = """
                __NAME__ serve [--address 127.0.0.1] [--port 8080]
                    [--trust-local]  credentials of this machine are taken without TLS
                __NAME__ openapi
                """

            struct UsageError: Error, CustomStringConvertible {
                let description: String
            }

            var address = "127.0.0.1"
            var port: UInt16 = 8080
            var trustsLocal = false

            init(_ words: some Sequence<String>) throws(UsageError) {
                var words = words.makeIterator()
                while let name = words.next() {
                    if name == "--trust-local" {
                        trustsLocal = true
                        continue
                    }
                    guard ["--address", "--port"].contains(name) else {
                        throw UsageError(description: "\(name) is unknown\n\(Self.usage)")
                    }
                    guard let value = words.next() else {
                        throw UsageError(description: "\(name) has no value")
                    }
                    switch name {
                    case "--address": address = value
                    default:
                        guard let number = UInt16(value) else {
                            throw UsageError(description: "--port is a number up to 65535, not \(value)")
                        }
                        port = number
                    }
                }
            }
        }
        """#
}
