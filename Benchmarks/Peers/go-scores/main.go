// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Adds and shows scores in PostgreSQL, over Go's net/http and pgx: go-scores DATABASE ADDRESS.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v4/pgxpool"
)

type score struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Total int64  `json:"total"`
	C     int64  `json:"created_at"`
	U     int64  `json:"updated_at"`
}

func main() {
	pool, err := pgxpool.Connect(context.Background(), os.Args[1])
	if err != nil {
		panic(err)
	}
	http.HandleFunc("/scores", func(w http.ResponseWriter, r *http.Request) {
		var s score
		if json.NewDecoder(r.Body).Decode(&s) != nil {
			w.WriteHeader(400)
			return
		}
		s.C = time.Now().UnixMicro()
		s.U = s.C
		err := pool.QueryRow(r.Context(), "INSERT INTO score (name, total, created_at, updated_at) VALUES ($1,$2,$3,$4) RETURNING id", s.Name, s.Total, s.C, s.U).Scan(&s.ID)
		if err != nil {
			w.WriteHeader(500)
			fmt.Fprint(w, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(201)
		json.NewEncoder(w).Encode(s)
	})
	http.HandleFunc("/scores/", func(w http.ResponseWriter, r *http.Request) {
		var s score
		id := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/scores/"), ".json")
		err := pool.QueryRow(r.Context(), "SELECT id, name, total, created_at, updated_at FROM score WHERE id = $1::text::bigint", id).Scan(&s.ID, &s.Name, &s.Total, &s.C, &s.U)
		if err != nil {
			w.WriteHeader(500)
			fmt.Fprint(w, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(s)
	})
	panic(http.ListenAndServe(os.Args[2], nil))
}
