// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A database of SQLite's dialect on another machine, whose clock is not this one's.
package protocol RemoteDatabase: Store, AnyObject {}
