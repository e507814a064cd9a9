// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Calls a server so many times from so many goroutines, over Go's net/http:
// go-client ADDRESS CALLS TASKS [CERTIFICATE]; with 0 tasks it reads one long answer, CALLS times.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"sync"
)

func client(tasks int, certificate []string) *http.Client {
	settings := &tls.Config{ClientSessionCache: tls.NewLRUClientSessionCache(0)}
	if len(certificate) > 0 {
		text, err := os.ReadFile(certificate[0])
		check(err)
		settings.RootCAs = x509.NewCertPool()
		settings.RootCAs.AppendCertsFromPEM(text)
	}
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig:     settings,
		ForceAttemptHTTP2:   true,
		MaxIdleConnsPerHost: tasks + 1,
		DisableCompression:  true,
	}}
}

func open(client *http.Client, address string) io.ReadCloser {
	answer, err := client.Get(address)
	check(err)
	if answer.StatusCode != http.StatusOK {
		check(errors.New(answer.Status))
	}
	return answer.Body
}

func call(client *http.Client, address string) {
	body := open(client, address)
	_, err := io.ReadAll(body)
	check(err)
	body.Close()
}

// Takes the answer piece by piece.
func read(client *http.Client, address string) {
	body := open(client, address)
	buffer := make([]byte, 65536)
	for {
		_, err := body.Read(buffer)
		if err == io.EOF {
			break
		}
		check(err)
	}
	body.Close()
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	if len(os.Args) < 4 {
		log.Fatal("usage: go-client ADDRESS CALLS TASKS [CERTIFICATE]")
	}
	calls, err := strconv.Atoi(os.Args[2])
	check(err)
	tasks, err := strconv.Atoi(os.Args[3])
	check(err)
	client := client(tasks, os.Args[4:])
	if tasks == 0 {
		for number := 0; number < calls; number++ {
			read(client, os.Args[1])
		}
		return
	}
	var group sync.WaitGroup
	for task := 0; task < tasks; task++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for number := 0; number < calls/tasks; number++ {
				call(client, os.Args[1])
			}
		}()
	}
	group.Wait()
}
