// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// This module is re-exported, because the public API uses transports, their errors and their
// traces.

@_exported public import RecadoTransport
