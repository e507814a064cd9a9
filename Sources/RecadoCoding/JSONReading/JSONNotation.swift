// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The notation of JSON, which is the default of every method.
enum JSONNotation: Notation {}
