/** As SQLite's (../../sqlite/migrations/0002-journal.ts). */
export const journal = `
-- The newest blocks. The *_before columns are what the store held before the block; ids are null for a block that its
-- chain never takes back.
CREATE TABLE blocks (
  slot bigint PRIMARY KEY,
  blockhash text COLLATE "C" NOT NULL,
  slot_before bigint NOT NULL,
  account_before bigint,
  transaction_before bigint,
  tree_before bigint
);

-- Older accounts that the block spent.
CREATE TABLE undo_spent (
  slot bigint NOT NULL,
  account_id bigint NOT NULL,
  PRIMARY KEY (slot, account_id)
);

-- Pairs that the block added to older accounts.
CREATE TABLE undo_pairs (
  slot bigint NOT NULL,
  account_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  PRIMARY KEY (slot, account_id, transaction_id)
);

-- Batch appends as they were before the block; null where the tree had none.
CREATE TABLE undo_batch_appends (
  slot bigint NOT NULL,
  tree bytea NOT NULL,
  next_index bigint,
  PRIMARY KEY (slot, tree)
);
`
