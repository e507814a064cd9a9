// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Request {
    /// The request as a command for a POSIX shell.
    ///
    /// With ``CurlCommand/Redaction/nothing``, the command sends the method, the target, the fields
    /// and the content of the request, byte for byte, and `Request(curl:)` reads the same request
    /// from it. If content is binary, or too long for an argument, `printf` writes it to curl
    /// through a pipe.
    ///
    /// curl adds `User-Agent` and `Accept` if the request has none, and the length of the content.
    /// Content that is not in memory is expected on curl's standard input. Settings of the
    /// transport, such as proxies, timeouts and versions of HTTP, are not part of a request.
    ///
    /// - Parameter redaction: The parts that are masked; secrets by default.
    /// - Returns: The command; line breaks in text content are line breaks in the command.
    public func curl(redacting redaction: CurlCommand.Redaction = .secrets) -> String {
        CurlCommandWriter(request: self, redaction: redaction).text
    }

    /// Reads a request from a curl command, such as one copied from a browser or from
    /// documentation.
    ///
    /// The result is the request that curl would send, without curl's own `User-Agent` and
    /// `Accept`. Options for the transfer, such as `--compressed`, `-s` and `-L`, are ignored,
    /// because the client has settings for them. Options that weaken security, such as `-k`, are
    /// refused.
    ///
    /// No command is run: shell variables and substitutions are errors. Files are read only by the
    /// closure `file`, because a pasted command might name any file:
    ///
    /// ```swift
    /// let request = try Request(curl: text) { try Content(fileAt: $0) }
    /// ```
    ///
    /// - Parameters:
    ///   - command: The command, of at most ``CurlCommand/limit`` bytes.
    ///   - shell: The shell whose quoting rules the command follows; a POSIX shell by default.
    ///   - file: Returns the content of a file that the command names by `@path`; by default, no
    ///     file is read.
    /// - Throws: An error that names the option or the position, and never a value.
    public init(
        curl command: String,
        for shell: CurlCommand.Shell = .posix,
        file: ((_ path: String) throws -> Content)? = nil
    ) throws(CurlCommandError) {
        guard command.utf8.count <= CurlCommand.limit else {
            throw CurlCommandError("the command is longer than \(CurlCommand.limit) bytes")
        }
        let bytes = Array(command.utf8)
        let pipeline: [[[UInt8]]]
        switch shell {
        case .posix:
            var words = ShellWords(bytes)
            pipeline = try words.pipeline()
        case .commandPrompt:
            pipeline = [try CommandPromptWords.words(of: bytes)]
        }
        var settings = CurlSettings(file: file)
        try settings.read(pipeline)
        self = try settings.request()
    }
}
