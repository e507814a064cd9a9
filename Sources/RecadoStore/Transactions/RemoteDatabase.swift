// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A database of SQLite's dialect on another machine, which has a clock of its own.
package protocol RemoteDatabase: Store, AnyObject {}
