-- One file holds any number of spaces; nothing crosses from one into another.
-- Every table but `spaces`, `vectors` and `vector_keys` is append-only and numbered from 0 within its space;
-- `at` is the round a row belongs to and never decreases along `seq`.

CREATE TABLE spaces (
  space  INTEGER PRIMARY KEY,
  name   TEXT NOT NULL UNIQUE,
  header TEXT NOT NULL
);

-- Names of agents, numbered by first appearance.
CREATE TABLE agents (
  space INTEGER NOT NULL,
  seq   INTEGER NOT NULL,
  at    INTEGER NOT NULL,
  name  TEXT NOT NULL,
  PRIMARY KEY (space, seq)
) WITHOUT ROWID;

-- One call of `remember`: atoms first .. first + size - 1 came with it, and are linked to each other if `linked`.
CREATE TABLE deposits (
  space  INTEGER NOT NULL,
  seq    INTEGER NOT NULL,
  at     INTEGER NOT NULL,
  agent  INTEGER NOT NULL,
  first  INTEGER NOT NULL,
  size   INTEGER NOT NULL,
  linked INTEGER NOT NULL,
  note   TEXT NOT NULL,
  PRIMARY KEY (space, seq)
) WITHOUT ROWID;

-- One self-contained statement in the words of its witness.
CREATE TABLE atoms (
  space    INTEGER NOT NULL,
  seq      INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  deposit  INTEGER NOT NULL,
  vector   INTEGER NOT NULL,
  origin   INTEGER NOT NULL,
  id       TEXT NOT NULL,
  text     TEXT NOT NULL,
  language TEXT NOT NULL,
  flags    TEXT NOT NULL,
  metadata TEXT NOT NULL,
  PRIMARY KEY (space, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX atoms_by_id ON atoms (space, id);

-- Who owns an atom, and how it came to know. Born with the atom.
CREATE TABLE owners (
  space  INTEGER NOT NULL,
  seq    INTEGER NOT NULL,
  at     INTEGER NOT NULL,
  atom   INTEGER NOT NULL,
  agent  INTEGER NOT NULL,
  via    TEXT NOT NULL,
  source TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (space, seq)
) WITHOUT ROWID;

-- From this row on, `atom` belongs to the record named by `record`; an atom without a row is its own record.
CREATE TABLE merges (
  space  INTEGER NOT NULL,
  seq    INTEGER NOT NULL,
  at     INTEGER NOT NULL,
  atom   INTEGER NOT NULL,
  record INTEGER NOT NULL,
  cause  TEXT NOT NULL,
  PRIMARY KEY (space, seq)
) WITHOUT ROWID;

-- Links that are not those of one deposit. `agent` is -1 where nobody's hand made it.
CREATE TABLE links (
  space INTEGER NOT NULL,
  seq   INTEGER NOT NULL,
  at    INTEGER NOT NULL,
  a     INTEGER NOT NULL,
  b     INTEGER NOT NULL,
  kind  TEXT NOT NULL,
  agent INTEGER NOT NULL,
  PRIMARY KEY (space, seq)
) WITHOUT ROWID;

-- What no longer holds: 'owner' (agent no longer owns atom a), 'link' (agent no longer follows link row a; -1: nobody does)
-- or 'pair' (the same for atoms a and b of one deposit).
CREATE TABLE retractions (
  space INTEGER NOT NULL,
  seq   INTEGER NOT NULL,
  at    INTEGER NOT NULL,
  kind  TEXT NOT NULL,
  a     INTEGER NOT NULL,
  b     INTEGER NOT NULL,
  agent INTEGER NOT NULL,
  PRIMARY KEY (space, seq)
) WITHOUT ROWID;

-- What the judge saw and said of an atom; candidates are a JSON list of {atom, score, relation, vetoes}.
CREATE TABLE decisions (
  space      INTEGER NOT NULL,
  seq        INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  atom       INTEGER NOT NULL,
  judge      TEXT NOT NULL,
  relation   TEXT NOT NULL,
  target     INTEGER NOT NULL,
  candidates TEXT NOT NULL,
  note       TEXT NOT NULL,
  PRIMARY KEY (space, seq)
) WITHOUT ROWID;

-- Dated values that a memory design keeps about anything.
CREATE TABLE attributes (
  space   INTEGER NOT NULL,
  seq     INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  subject TEXT NOT NULL,
  key     TEXT NOT NULL,
  value   TEXT NOT NULL,
  PRIMARY KEY (space, seq)
) WITHOUT ROWID;

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
