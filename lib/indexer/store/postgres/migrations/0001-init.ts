/**
 * As SQLite's (../../sqlite/migrations/0001-init.ts). u64 columns hold the same 64 bits, signed: never order by them (rows.ts).
 */
export const init = `
-- What this schema belongs to, and how far it is: one row.
CREATE TABLE store (
  id smallint PRIMARY KEY CHECK (id = 1),
  ledger text COLLATE "C" NOT NULL,
  program_ids text COLLATE "C" NOT NULL,
  slot bigint NOT NULL
);

-- Trees with the queue their events name; an empty queue where they name none (v1).
CREATE TABLE trees (
  id integer PRIMARY KEY,
  tree bytea NOT NULL,
  tree_type smallint NOT NULL,
  queue bytea NOT NULL,
  UNIQUE (tree, tree_type, queue)
);

-- Leaves of a v2 tree below next_index have left its queue.
CREATE TABLE batch_appends (
  tree bytea PRIMARY KEY,
  next_index bigint NOT NULL
);

CREATE TABLE accounts (
  id bigint PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  owner bytea NOT NULL,
  lamports bigint NOT NULL, -- u64
  address bytea,
  discriminator bigint, -- u64; null together with data and data_hash
  data bytea,
  data_hash bytea,
  tree_id integer NOT NULL,
  leaf_index bigint NOT NULL,
  seq bigint, -- u64
  slot_created bigint NOT NULL,
  spent smallint NOT NULL DEFAULT 0
);

CREATE INDEX accounts_by_owner ON accounts (owner, leaf_index, hash) WHERE spent = 0;

-- The two fields that people filter by: a token account's mint and its wallet (facts/light-events.md 9).
CREATE INDEX accounts_by_data_0 ON accounts (substr(data, 1, 32), leaf_index) WHERE spent = 0 AND data IS NOT NULL;
CREATE INDEX accounts_by_data_32 ON accounts (substr(data, 33, 32), leaf_index) WHERE spent = 0 AND data IS NOT NULL;

-- The token part of an account, under the account's id. The hash is repeated for the listing's order.
CREATE TABLE token_accounts (
  account_id bigint PRIMARY KEY,
  hash bytea NOT NULL,
  mint bytea NOT NULL,
  owner bytea NOT NULL,
  amount bigint NOT NULL, -- u64
  delegate bytea,
  frozen smallint NOT NULL,
  tlv bytea,
  spent smallint NOT NULL DEFAULT 0
);

CREATE INDEX token_accounts_by_delegate ON token_accounts (delegate, mint, hash)
  WHERE spent = 0 AND delegate IS NOT NULL;

-- Transactions that use compression. block_time is in Unix seconds, 0 where the chain gave none.
CREATE TABLE transactions (
  id bigint PRIMARY KEY,
  signature bytea NOT NULL UNIQUE,
  slot bigint NOT NULL,
  block_time bigint NOT NULL
);

CREATE INDEX transactions_by_slot ON transactions (slot DESC, signature DESC);

CREATE TABLE account_transactions (
  account_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  PRIMARY KEY (account_id, transaction_id)
);
`
