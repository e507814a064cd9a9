// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A database on another machine with a clock of its own, in SQLite's dialect.
package protocol RemoteDatabase: Store, AnyObject {}
