// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

//! Payloads of less than a kilobyte.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// An answer of a weather service of about 450 bytes.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Weather {
    coord: Coordinate,
    weather: Vec<Condition>,
    base: String,
    main: Measurements,
    visibility: i64,
    wind: Wind,
    #[serde(skip_serializing_if = "Option::is_none")]
    rain: Option<HashMap<String, f64>>,
    clouds: Clouds,
    dt: i64,
    sys: Sun,
    timezone: i64,
    id: i64,
    name: String,
    cod: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Coordinate {
    lon: f64,
    lat: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    id: i64,
    main: String,
    description: String,
    icon: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Measurements {
    temp: f64,
    feels_like: f64,
    temp_min: f64,
    temp_max: f64,
    pressure: i64,
    humidity: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wind {
    speed: f64,
    deg: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    gust: Option<f64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Clouds {
    all: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sun {
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<i64>,
    country: String,
    sunrise: i64,
    sunset: i64,
}

/// A row of a shop, of about 300 bytes.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    id: i64,
    name: String,
    slug: String,
    price: f64,
    currency: String,
    stock: i64,
    available: bool,
    tags: Vec<String>,
    description: String,
    rating: f64,
    created_at: String,
}
