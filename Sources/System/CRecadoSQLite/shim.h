// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_SQLITE_SHIM_H
#define RECADO_SQLITE_SHIM_H

#include <sqlite3.h>
#include <string.h>

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int recado_sqlite_set_flag(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import.
static inline int recado_sqlite_bind_text(
    sqlite3_stmt *statement, int place, const char *text, sqlite3_uint64 count
) {
    return sqlite3_bind_text64(statement, place, text ? text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int recado_sqlite_bind_blob(
    sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count
) {
    if (count == 0) { return sqlite3_bind_zeroblob(statement, place, 0); }
    return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}

// Says which statements a transaction's body may prepare. It stands here because SQLite calls it
// for each table and column of a statement. `trusted` points to an int that is not zero while the
// store runs statements of its own.
static inline int recado_sqlite_authorize(
    void *trusted, int action, const char *first, const char *second, const char *database,
    const char *trigger
) {
    static const char *const harmless[] = {
        "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
        "integrity_check",   "quick_check",      "table_info", "table_list", "table_xinfo",
    };
    (void)database;
    (void)trigger;
    if (*(const int *)trusted) { return SQLITE_OK; }
    switch (action) {
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
        return SQLITE_DENY;
    case SQLITE_PRAGMA:
        for (unsigned i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
            if (first && strcmp(first, harmless[i]) == 0) { return SQLITE_OK; }
        }
        // Full-text search asks for these itself; setting them is another matter.
        if (first && !second
            && (strcmp(first, "data_version") == 0 || strcmp(first, "page_size") == 0)) {
            return SQLITE_OK;
        }
        return SQLITE_DENY;
    default:
        return SQLITE_OK;
    }
}

static inline int recado_sqlite_guard(sqlite3 *db, int *trusted) {
    return sqlite3_set_authorizer(db, recado_sqlite_authorize, trusted);
}

#endif
