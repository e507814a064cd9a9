// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// JSON, to which the defaults apply.
enum JSONNotation: Notation {}
