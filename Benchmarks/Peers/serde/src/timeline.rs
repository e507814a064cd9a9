// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

//! A timeline of statuses.

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    statuses: Vec<Status>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    id: i64,
    id_str: String,
    created_at: String,
    text: String,
    source: String,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_reply_to_status_id: Option<i64>,
    user: User,
    retweet_count: i64,
    favorite_count: i64,
    entities: Entities,
    favorited: bool,
    lang: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct User {
    id: i64,
    name: String,
    screen_name: String,
    location: String,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    followers_count: i64,
    friends_count: i64,
    created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    utc_offset: Option<i64>,
    verified: bool,
    profile_image_url: String,
    default_profile: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entities {
    hashtags: Vec<Hashtag>,
    urls: Vec<Link>,
    user_mentions: Vec<Mention>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hashtag {
    text: String,
    indices: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    url: String,
    display_url: String,
    indices: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mention {
    screen_name: String,
    id: i64,
    indices: Vec<i64>,
}
