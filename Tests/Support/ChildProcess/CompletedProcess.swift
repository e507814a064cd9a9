// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The results of a program that ran to its end.
package struct CompletedProcess: Sendable {
    /// Its exit status; the number of the signal that ended it, negative.
    package let status: Int32
    /// The text of its standard output; of its standard error, too, where both were asked for.
    package let output: String
    /// The text of its standard error.
    package let errors: String

    /// Runs a program; it is killed when the task is cancelled.
    ///
    /// - Parameters:
    ///   - program: A path, or a name that is looked for in `PATH`.
    ///   - arguments: Its arguments, without its name.
    ///   - input: Its standard input.
    ///   - environment: Variables besides this process's own.
    ///   - isOne: Whether standard error goes where standard output does.
    /// - Throws: ``ChildProcess/StartError``, or the error of a temporary file.
    package init(
        _ program: String,
        _ arguments: [String] = [],
        input: String = "",
        environment: [String: String] = [:],
        inOneOutput isOne: Bool = false
    ) async throws {
        let files = try Files(input: input, isOne: isOne)
        let process = try ChildProcess(
            program,
            arguments,
            environment: environment,
            descriptors: files.descriptors
        )
        try self.init(status: await process.end(), files)
    }

    /// Runs a program, whose end the present thread waits for.
    ///
    /// - Parameters:
    ///   - program: A path, or a name that is looked for in `PATH`.
    ///   - arguments: Its arguments, without its name.
    ///   - isOne: Whether standard error goes where standard output does.
    /// - Throws: ``ChildProcess/StartError``, or the error of a temporary file.
    package init(
        blocking program: String,
        _ arguments: [String] = [],
        inOneOutput isOne: Bool = false
    ) throws {
        let files = try Files(input: "", isOne: isOne)
        let process = try ChildProcess(program, arguments, descriptors: files.descriptors)
        try self.init(status: process.wait(), files)
    }

    private init(status: Int32, _ files: Files) throws {
        self.status = status
        output = try files.output.text()
        errors = files.errors === files.output ? "" : try files.errors.text()
    }
}

/// The input and the outputs of a program: pipes that nobody reads while it runs could fill up.
private struct Files {
    let input: NamelessFile
    let output: NamelessFile
    let errors: NamelessFile

    init(input text: String, isOne: Bool) throws {
        input = try NamelessFile(text)
        output = try NamelessFile()
        errors = isOne ? output : try NamelessFile()
    }

    var descriptors: [Int32?] { [input, output, errors].map(\.descriptor) }
}

/// A file that is gone when it is closed.
@safe
private final class NamelessFile {
    private let file: UnsafeMutablePointer<FILE>
    let descriptor: Int32

    init(_ text: String = "") throws {
        guard let file = unsafe tmpfile() else { throw CocoaError(.fileWriteUnknown) }
        unsafe self.file = unsafe file
        descriptor = unsafe fileno(file)
        try FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(text.utf8))
        lseek(descriptor, 0, SEEK_SET)
    }

    func text() throws -> String {
        lseek(descriptor, 0, SEEK_SET)
        let data = try FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    deinit { unsafe fclose(file) }
}
