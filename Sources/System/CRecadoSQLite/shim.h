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

// Reads the beginning of a connection's file, without its locks and without its log. What a short
// file does not have is zero.
static inline int recado_sqlite_read_start(sqlite3 *db, void *bytes, int count) {
    sqlite3_file *file = 0;
    int result = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (result != SQLITE_OK) { return result; }
    if (!file || !file->pMethods) { return SQLITE_CANTOPEN; }
    result = file->pMethods->xRead(file, bytes, count, 0);
    return result == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : result;
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
