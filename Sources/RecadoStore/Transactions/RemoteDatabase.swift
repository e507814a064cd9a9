// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A database in SQLite's dialect on another machine, whose clock may differ from this machine's.
package protocol RemoteDatabase: Store, AnyObject {}
