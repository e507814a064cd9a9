// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A stand-in for Apple's module: the C library of Linux, and what that one has under other names.

@_exported import Glibc
