// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

//! The programme of a house of concerts: large maps under ids.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    area_names: HashMap<String, String>,
    audience_names: HashMap<String, String>,
    events: HashMap<String, Event>,
    performances: Vec<Performance>,
    seat_category_names: HashMap<String, String>,
    topic_names: HashMap<String, String>,
    topic_sub_topics: HashMap<String, Vec<i64>>,
    venue_names: HashMap<String, String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    id: i64,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<String>,
    sub_topic_ids: Vec<i64>,
    topic_ids: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Performance {
    id: i64,
    event_id: i64,
    start: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    venue_code: String,
    prices: Vec<Price>,
    seat_categories: Vec<SeatCategory>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    amount: i64,
    audience_id: i64,
    seat_category_id: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SeatCategory {
    seat_category_id: i64,
    areas: Vec<Area>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Area {
    area_id: i64,
    block_ids: Vec<i64>,
}
