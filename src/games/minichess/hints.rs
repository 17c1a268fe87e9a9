//! What makes a search faster.

use super::position::Minichess;
use crate::game::Hints;

impl Hints for Minichess {}
