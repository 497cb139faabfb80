-- One file holds any number of spaces; nothing crosses from one into another.
-- The tables of rows are made from the types in rows.py: append-only, numbered from 0 (`seq`) within their space;
-- `at` is the round a row belongs to and never decreases along `seq`. Every `checksum` is made in checksums.py.

CREATE UNIQUE INDEX atoms_by_id ON atoms (space, id);

CREATE TABLE spaces (
  space    INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,
  header   TEXT NOT NULL,
  checksum INTEGER NOT NULL
);

-- Vectors by number, packed: each row holds `size` vectors of little-endian float32 from number `first` on, and in
-- `sums` as many little-endian uint32, the checksum of each. `sums` comes first: SQLite reads a row from its start, and
-- opening a store reads only the sums.
CREATE TABLE vectors (
  space INTEGER NOT NULL,
  at    INTEGER NOT NULL,
  first INTEGER NOT NULL,
  size  INTEGER NOT NULL,
  sums  BLOB NOT NULL,
  data  BLOB NOT NULL,
  PRIMARY KEY (space, first)
);

-- The number of the vector of a canonical text, by the text's hash.
CREATE TABLE vector_keys (
  space    INTEGER NOT NULL,
  key      TEXT NOT NULL,
  number   INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (space, key)
) WITHOUT ROWID;

-- How many rows of each table and how many vectors a space holds, as JSON: by it rows that vanished are missed.
CREATE TABLE tallies (
  space    INTEGER PRIMARY KEY,
  counts   TEXT NOT NULL,
  checksum INTEGER NOT NULL
);

-- The word index, derived from the texts: the terms of `size` atoms from number `first` on, as memory/core/words.py
-- packs them. A block that is missing or fails its checksum is made again.
CREATE TABLE word_blocks (
  space    INTEGER NOT NULL,
  first    INTEGER NOT NULL,
  size     INTEGER NOT NULL,
  data     BLOB NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (space, first)
) WITHOUT ROWID;

-- The hash of a run's log up to and including a round, written in that round's own transaction.
CREATE TABLE log_hashes (
  space    INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  hash     TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (space, at)
) WITHOUT ROWID;
