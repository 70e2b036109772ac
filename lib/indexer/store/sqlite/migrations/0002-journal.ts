/** What each of the newest blocks changed. Added rows need no list: they are above the highest id before the block. */
export const journal = `
-- The newest blocks. The *_before columns are what the store held before the block; ids are null for a block that its
-- chain never takes back.
CREATE TABLE blocks (
  slot INTEGER PRIMARY KEY,
  blockhash TEXT NOT NULL,
  slot_before INTEGER NOT NULL,
  account_before INTEGER,
  transaction_before INTEGER,
  tree_before INTEGER
) STRICT;

-- Older accounts that the block spent.
CREATE TABLE undo_spent (
  slot INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  PRIMARY KEY (slot, account_id)
) STRICT, WITHOUT ROWID;

-- Pairs that the block added to older accounts.
CREATE TABLE undo_pairs (
  slot INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL,
  PRIMARY KEY (slot, account_id, transaction_id)
) STRICT, WITHOUT ROWID;

-- Batch appends as they were before the block; null where the tree had none.
CREATE TABLE undo_batch_appends (
  slot INTEGER NOT NULL,
  tree BLOB NOT NULL,
  next_index INTEGER,
  PRIMARY KEY (slot, tree)
) STRICT, WITHOUT ROWID;
`
