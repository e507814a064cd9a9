// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_PQ_SHIM_H
#define RECADO_PQ_SHIM_H

#include <libpq-fe.h>

// The names of an error's fields are character constants, which Swift imports as integers of
// another type than the function takes.
static inline const char *recado_pq_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *recado_pq_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline const char *recado_pq_constraint(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

static inline const char *recado_pq_table(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_TABLE_NAME);
}

static inline const char *recado_pq_column(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_COLUMN_NAME);
}

// Notices, such as of a table that is there already, would be printed by libpq.
static inline void recado_pq_ignore(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

static inline void recado_pq_silence(PGconn *connection) {
    PQsetNoticeReceiver(connection, recado_pq_ignore, (void *)0);
}

#endif
