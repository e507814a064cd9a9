// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

//! Ten thousand films, in both formats.

use serde::{Deserialize, Serialize};

/// A film as an object of JSON.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Film {
    id: i64,
    title: String,
    year: String,
    director: String,
    poster: String,
    rented: bool,
    synopsis: String,
    created_at: String,
    updated_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<i64>,
}

/// The films as a document of XML.
#[derive(Serialize, Deserialize)]
#[serde(rename = "films")]
pub struct Films {
    film: Vec<Element>,
}

/// A film whose fields are elements; without the prefix, quick-xml would write attributes.
#[derive(Serialize, Deserialize)]
#[serde(rename = "film")]
pub struct Element {
    #[serde(rename(serialize = "$unflatten=id", deserialize = "id"))]
    id: i64,
    #[serde(rename(serialize = "$unflatten=title", deserialize = "title"))]
    title: String,
    #[serde(rename(serialize = "$unflatten=year", deserialize = "year"))]
    year: String,
    #[serde(rename(serialize = "$unflatten=director", deserialize = "director"))]
    director: String,
    #[serde(rename(serialize = "$unflatten=poster", deserialize = "poster"))]
    poster: String,
    #[serde(rename(serialize = "$unflatten=rented", deserialize = "rented"))]
    rented: bool,
    #[serde(rename(serialize = "$unflatten=synopsis", deserialize = "synopsis"))]
    synopsis: String,
    #[serde(rename(serialize = "$unflatten=createdAt", deserialize = "createdAt"))]
    created_at: String,
    #[serde(rename(serialize = "$unflatten=updatedAt", deserialize = "updatedAt"))]
    updated_at: String,
    #[serde(rename(serialize = "$unflatten=owner", deserialize = "owner"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<i64>,
}
