// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDeclarations
import RecadoEndpoints
import RecadoGenerator

/// `recado describe swift`: writes Swift declarations for a third-party service, from its
/// description.
enum DescribeSwiftCommand {
    private static let openAPI = CommandOption(
        "openapi",
        "file or address",
        about: "The description of a service in OpenAPI 3.0 or 3.1, as JSON or YAML."
    )
    private static let wsdl = CommandOption(
        "wsdl",
        "file or address",
        about: "The WSDL 1.1 description of a SOAP service."
    )
    private static let json = CommandOption(
        "json",
        "file or address",
        about: "A sample of JSON, for models alone."
    )

    static let command = Command(
        "swift",
        "Swift declarations of a foreign service.",
        detail: """
            One of --openapi, --wsdl and --json is needed. The parts that a description refers to are read \
            from beside it: from below the same folder or the same origin. What the declarations leave out \
            stands in comments, and is shown.
            """,
        options: [openAPI, wsdl, json, CheckCommand.timeout] + ConnectionOptions.trust
    ) { (arguments, terminal) async throws(CommandError) in
        let reader = try DocumentReader(arguments)
        let description = ForeignDescription { place, types in
            try await reader.bytes(of: place, as: types)
        }
        let declarations = try await explaining {
            switch (arguments[openAPI], arguments[wsdl], arguments[json]) {
            case (let place?, nil, nil): try await description.openAPI(at: place)
            case (nil, let place?, nil): try await description.wsdl(at: place)
            case (nil, nil, let place?): try await description.sample(at: place)
            default:
                throw CommandError.usage("expected exactly one of --openapi, --wsdl and --json")
            }
        }
        try terminal.write(declarations.text)
        for remark in declarations.remarks { terminal.note(DisplayText.clean(remark)) }
    }

    /// Converts errors in a description to failures of the command.
    private static func explaining(
        _ body: () async throws -> SwiftDeclarations
    ) async throws(CommandError) -> SwiftDeclarations {
        do {
            return try await body()
        } catch let failure as CommandError {
            throw failure
        } catch DescriptionError.notJSON(let place, let error) {
            throw .usage("\(DisplayText.clean(place)) is no JSON: \(error)")
        } catch DescriptionError.malformed(let place, let error) {
            throw .usage("\(DisplayText.clean(place)): \(error)")
        } catch DescriptionError.tooManyParts(let limit) {
            throw .usage("the description has more than \(limit) parts")
        } catch {
            throw .usage("\(DisplayText.clean("\(error)"))")
        }
    }
}
