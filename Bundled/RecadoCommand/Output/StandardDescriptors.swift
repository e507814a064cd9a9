// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The descriptors 0, 1 and 2, which a program may be started without, as by `>&-` in a shell.
enum StandardDescriptors {
    /// Opens the descriptors that are closed, because the next file or socket that is opened would
    /// take their numbers, and receive what is written to standard output.
    ///
    /// Standard input is then empty, standard error is discarded, and writing to standard output
    /// fails as it does with a closed descriptor.
    static func fill() {
        for descriptor in STDIN_FILENO...STDERR_FILENO
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The system gives the lowest free number, which is this one.
            _ = unsafe open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
