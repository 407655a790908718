//! What Bastide's server and its clients say to each other.
