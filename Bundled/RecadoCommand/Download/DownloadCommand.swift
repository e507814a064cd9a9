// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// `recado download`: downloads a file from any server.
enum DownloadCommand {
    static let to = CommandOption(
        "to",
        "path",
        about: "A directory or a file; the present directory by default."
    )
    static let command = Command(
        "download",
        "Downloads a file, and goes on with one that broke off.",
        detail: "What is not whole yet has the ending .part beside its name.",
        options: [to, OutputFile.replace] + ConnectionOptions.trust,
        operands: [.url]
    ) { (arguments, terminal) async throws(CommandError) in
        try await run(arguments, on: terminal)
    }

    private static func run(
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) async throws(CommandError) {
        let address = try TypedAddress(arguments.operands.first ?? "", for: "<url>").text
        if let path = arguments[to] { try OutputFile.checkFolder(of: path) }
        let client = try Client.typed(address: address, arguments)
        let meter = TransferMeter()
        var options = DownloadOptions(meter: meter)
        options.collision = arguments.contains(OutputFile.replace) ? .replace : .fail
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
        case .failure(let error): throw CommandError(error, address)
        }
    }

    /// Draws a progress bar during the download if standard error is a terminal.
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

extension CommandError {
    /// Creates the failure of a download, with its lines and its exit code.
    ///
    /// - Parameters:
    ///   - error: The error of the download.
    ///   - address: The address of the file.
    init(_ error: DownloadError, _ address: String) {
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
        if code == 3, let unreached = error.callError?.underlying as? TransportError {
            let advice = TransportAdvice(unreached, at: address).lines
            self.init(code: code, lines: advice.map(\.description))
        } else if let call = error.callError, let status = call.status {
            self.init(code: code, "\(status)", "GET \(call.uri)")
        } else if error.kind == .exists {
            self.init(code: 2, "\(error)", "add --replace to replace it")
        } else {
            self.init(code: code, "\(error)")
        }
    }
}
