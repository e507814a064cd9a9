// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Sets the environment variables for proxies to one that cannot be reached.
func setProxyVariables() {
    for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"] {
        unsafe setenv(name, "http://127.0.0.1:1", 1)
    }
}

/// Returns the number of open file descriptors of this process.
func openDescriptorCount() -> Int {
    guard let folder = unsafe opendir("/proc/self/fd") else { return -1 }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    return count
}

/// Makes a script's thread sleep.
func pause(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
}
