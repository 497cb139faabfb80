-- One file holds any number of spaces; nothing crosses from one into another.
-- The tables of rows are made from the types in rows.py: append-only, numbered from 0 (`seq`) within their space;
-- `at` is the round a row belongs to and never decreases along `seq`.

CREATE UNIQUE INDEX atoms_by_id ON atoms (space, id);

CREATE TABLE spaces (
  space  INTEGER PRIMARY KEY,
  name   TEXT NOT NULL UNIQUE,
  header TEXT NOT NULL
);

-- Vectors by number, packed: each row holds `size` vectors of little-endian float32 from number `first` on.
CREATE TABLE vectors (
  space INTEGER NOT NULL,
  at    INTEGER NOT NULL,
  first INTEGER NOT NULL,
  size  INTEGER NOT NULL,
  data  BLOB NOT NULL,
  PRIMARY KEY (space, first)
);

-- The number of the vector of a canonical text, by the text's hash.
CREATE TABLE vector_keys (
  space  INTEGER NOT NULL,
  key    TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (space, key)
) WITHOUT ROWID;
