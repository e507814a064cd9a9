// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// JSON, for which the defaults are right.
enum JSONNotation: Notation {}
