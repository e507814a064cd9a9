// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The notation of JSON, which uses the default implementation of every method.
enum JSONNotation: Notation {}
