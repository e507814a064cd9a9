// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints

/// `recado describe`: writes documents that describe a service.
enum DescribeCommand {
    static let command = Command(
        "describe",
        "Writes a description of a service.",
        noun: "document",
        commands: [
            document("openapi", "The OpenAPI 3.1 document, as JSON.") {
                api,
                _ throws(CommandError) in try openAPI(of: api)
            },
            document("endpoints", "The names and routes of the endpoints.") {
                api,
                terminal throws(CommandError) in endpoints(of: api, width: terminal.tableWidth)
            },
            document("wsdl", "The WSDL 1.1 description of its SOAP address.") {
                api,
                _ throws(CommandError) in try wsdl(of: api)
            },
            DescribeSwiftCommand.command,
        ]
    )

    private static func document(
        _ name: String,
        _ summary: LocalizedText,
        _ write: @escaping @Sendable (API, Terminal) throws(CommandError) -> String
    ) -> Command {
        let services = Catalog.apis.map { api in
            Command(api.name, LocalizedText(ServiceWords(api).title + ".")) {
                (_, terminal) async throws(CommandError) in
                try terminal.write(try write(api, terminal))
            }
        }
        return Command(name, summary, noun: "service", commands: services)
    }

    /// Returns the OpenAPI document of a service.
    static func openAPI(of api: API) throws(CommandError) -> String {
        do {
            return try OpenAPI(api).json()
        } catch {
            throw .failed("\(api.name) cannot be described: \(error)")
        }
    }

    /// Returns the WSDL document of a service's first SOAP endpoint, with an address on this
    /// machine.
    private static func wsdl(of api: API) throws(CommandError) -> String {
        guard let binding = api.soap.first else {
            throw .usage("\(api.name) has no SOAP address")
        }
        do throws(UndescribedType) {
            let address = "http://localhost:3000\(api.prefix)\(binding.path)"
            return try WSDL(api, binding).text(at: address)
        } catch {
            throw .failed("\(api.name) cannot be described: \(error)")
        }
    }

    private static func endpoints(of api: API, width: Int) -> String {
        let rows: [Value] = api.endpoints.map { endpoint in
            [
                "name": .string(ServiceCommand.name(of: endpoint, in: api)),
                "method": .string("\(endpoint.route.method)"),
                "path": .string(api.prefix + endpoint.route.path),
                "about": .string(endpoint.about.summary),
            ]
        }
        return Table(.array(rows))?.text(width: width) ?? ""
    }
}
