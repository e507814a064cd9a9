// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A stand-in for Apple's module: the C library of Linux, and the declarations that have other names
// there.

@_exported import Glibc
