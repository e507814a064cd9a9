// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/serving-tls.md: `swift run ServingTLS`, which makes a
// certificate, serves a branch's stock with it and shuts down.

import RecadoServer

struct Branch: Caller {
    typealias Credentials = ClientCertificate
    static var realm: String { "Branches" }
    let name: String
}

struct ShowStock: Endpoint {
    static let route: Route = "GET /stock"
    typealias Caller = Branch
    typealias Output = [String]
}

@Sendable func stock(_ call: ShowStock, of branch: Branch) async -> [String] {
    ["\(branch.name) has La vida es bella"]
}

let branches: [[UInt8]: Branch] = [:]
var service = Service(
    API(name: "stock", title: "Stock", version: "1", endpoints: [ShowStock.self])
)
service.authenticate(Branch.self) { [branches] credentials, _ throws(ProblemDetails) in
    branches[credentials.certificate.fingerprint]
}
service.serve(stock)

/// Returns a production configuration: certificates in files, and client certificates required.
func inEarnest() -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.addresses = [SocketAddress(host: "0.0.0.0", port: 443)]
    configuration.tls = TLSConfiguration(
        chain: .file("/etc/videoclub/chain.pem"),
        key: .file("/etc/videoclub/key.pem")
    )
    configuration.tls?.clientCertificates = .required(authorities: .file("branches.pem"))
    return configuration
}

let made = try TLSConfiguration.SelfSigned(hosts: ["localhost"])
var configuration = ServerConfiguration()
configuration.addresses = [.loopback(port: 0)]
configuration.tls = TLSConfiguration(certificates: [made.certificate])
configuration.tls?.clientCertificates = .requested(authorities: made.certificate.chain)

let server = Server(configuration, handler: try Application([service]))
let addresses = try await server.start()
print("https://\(addresses[0]), SHA-256 \(made.fingerprint)")
try server.reloadTLS()
await server.shutdown(grace: .seconds(1))
