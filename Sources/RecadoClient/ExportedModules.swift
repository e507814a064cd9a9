// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The public API of this module uses transports, their errors and their traces.

@_exported public import RecadoTransport
