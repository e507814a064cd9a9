// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Whoever makes calls meets transports, their errors and their traces.

@_exported public import RecadoTransport
