// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The results of a program that has ended.
package struct CompletedProcess: Sendable {
    /// The exit status, or minus the signal's number if a signal ended the program.
    package let status: Int32
    /// The text of standard output, with that of standard error if one output was requested for
    /// both.
    package let output: String
    /// The text of standard error.
    package let errors: String

    /// Runs a program to its end; cancelling the task kills it.
    ///
    /// - Parameters:
    ///   - program: A path, or a name that is searched for in `PATH`.
    ///   - arguments: The arguments, without the program's name.
    ///   - input: The text for standard input.
    ///   - environment: Variables in addition to those of this process.
    ///   - isOne: True if standard error goes to the same place as standard output.
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

    /// Runs a program, and blocks the current thread until it has ended.
    ///
    /// - Parameters:
    ///   - program: A path, or a name that is searched for in `PATH`.
    ///   - arguments: The arguments, without the program's name.
    ///   - isOne: True if standard error goes to the same place as standard output.
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

/// The files for a program's input and outputs; pipes could fill up, as nothing reads them
/// meanwhile.
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

/// A temporary file without a name, which disappears when it is closed.
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
