// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// `recado download`: a file from any server.
enum DownloadCommand {
    static let to = CommandOption(
        "to",
        "path",
        about: "A directory or a file; the present directory by default."
    )
    static let replace = CommandOption("replace", about: "Replace a file of the same name.")

    static let command = Command(
        "download",
        "Downloads a file, and goes on with one that broke off.",
        detail: "What is not whole yet has the ending .part beside its name.",
        options: [to, replace] + ConnectionOptions.trust,
        operand: "url"
    ) { (arguments, terminal) async throws(CommandFailure) in
        try await run(arguments, on: terminal)
    }

    private static func run(
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) async throws(CommandFailure) {
        let address = try arguments.address
        let client = try Client.typed(address: address, arguments)
        let meter = TransferMeter()
        var options = DownloadOptions(meter: meter)
        options.collision = arguments.contains(replace) ? .replace : .number
        let storing = options
        async let showing: Void = show(meter, address, on: terminal)
        let result: Result<DownloadedFile, DownloadError>
        do throws(DownloadError) {
            let path = arguments[to] ?? "./"
            result = .success(try await client.download(address, to: path, storing: storing))
        } catch {
            result = .failure(error)
        }
        await showing
        switch result {
        case .success(let file): try terminal.write(file.path + "\n")
        case .failure(let error): throw CommandFailure(error)
        }
    }

    /// Draws a bar as long as the download lasts, on a terminal alone.
    private static func show(
        _ meter: TransferMeter,
        _ address: String,
        on terminal: Terminal
    ) async {
        guard terminal.showsProgress else { return }
        let name = address.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? ""
        let bar = ProgressBar(title: name, width: terminal.width - 1)
        for await progress in meter { terminal.draw(bar.text(progress)) }
        terminal.draw("")
    }
}

extension CommandFailure {
    /// What a failed download says, and its exit code.
    init(_ error: DownloadError) {
        let code: Int32 =
            switch (error.kind, error.callError?.kind, error.callError?.status?.class) {
            case (.call, .invalid, _): 2
            case (.call, _, .clientError): 4
            case (.call, .unreachable, nil), (.call, .timedOut, _), (.call, .cancelled, _): 3
            case (.call, _, _), (.digestMismatch, _, _), (.lengthMismatch, _, _),
                (.invalidRange, _, _):
                5
            default: 1
            }
        self.init(code: code, error.description)
    }
}
