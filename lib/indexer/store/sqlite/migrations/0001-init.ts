/**
 * Names follow Interface 2.4 to 2.8. u64 columns hold the same 64 bits, signed: never order by them (rows.ts). Blobs sort by
 * their bytes, as listings need (facts/photon-wire.md 1).
 */
export const init = `
-- What this file belongs to, and how far it is: one row.
CREATE TABLE store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ledger TEXT NOT NULL,
  program_ids TEXT NOT NULL,
  slot INTEGER NOT NULL
) STRICT;

-- Trees with the queue their events name; an empty queue where they name none (v1).
CREATE TABLE trees (
  id INTEGER PRIMARY KEY,
  tree BLOB NOT NULL,
  tree_type INTEGER NOT NULL,
  queue BLOB NOT NULL,
  UNIQUE (tree, tree_type, queue)
) STRICT;

-- Leaves of a v2 tree below next_index have left its queue.
CREATE TABLE batch_appends (
  tree BLOB PRIMARY KEY,
  next_index INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  owner BLOB NOT NULL,
  lamports INTEGER NOT NULL, -- u64
  address BLOB,
  discriminator INTEGER, -- u64; null together with data and data_hash
  data BLOB,
  data_hash BLOB,
  tree_id INTEGER NOT NULL,
  leaf_index INTEGER NOT NULL,
  seq INTEGER, -- u64
  slot_created INTEGER NOT NULL,
  spent INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX accounts_by_owner ON accounts (owner, leaf_index, hash) WHERE spent = 0;

-- The two fields that people filter by: a token account's mint and its wallet (facts/light-events.md 9).
CREATE INDEX accounts_by_data_0 ON accounts (substr(data, 1, 32), leaf_index) WHERE spent = 0 AND data IS NOT NULL;
CREATE INDEX accounts_by_data_32 ON accounts (substr(data, 33, 32), leaf_index) WHERE spent = 0 AND data IS NOT NULL;

-- The token part of an account, under the account's id. The hash is repeated for the listing's order.
CREATE TABLE token_accounts (
  account_id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,
  mint BLOB NOT NULL,
  owner BLOB NOT NULL,
  amount INTEGER NOT NULL, -- u64
  delegate BLOB,
  frozen INTEGER NOT NULL,
  tlv BLOB,
  spent INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX token_accounts_by_delegate ON token_accounts (delegate, mint, hash)
  WHERE spent = 0 AND delegate IS NOT NULL;

-- Transactions that use compression. block_time is in Unix seconds, 0 where the chain gave none.
CREATE TABLE transactions (
  id INTEGER PRIMARY KEY,
  signature BLOB NOT NULL UNIQUE,
  slot INTEGER NOT NULL,
  block_time INTEGER NOT NULL
) STRICT;

CREATE INDEX transactions_by_slot ON transactions (slot DESC, signature DESC);

CREATE TABLE account_transactions (
  account_id INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL,
  PRIMARY KEY (account_id, transaction_id)
) STRICT, WITHOUT ROWID;
`
