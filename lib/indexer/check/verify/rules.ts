/** Each statement selects the rows that break the rule, by a name that identifies them. */
export const CONSISTENCY_RULES: { breach: string; sql: string }[] = [
  {
    breach: 'a token account without its account',
    sql: `SELECT hex(token_accounts.hash) AS name FROM token_accounts
      LEFT JOIN accounts ON accounts.id = account_id WHERE accounts.id IS NULL`,
  },
  {
    breach: 'a token account whose hash or spent mark differs from its account',
    sql: `SELECT hex(token_accounts.hash) AS name FROM token_accounts JOIN accounts ON accounts.id = account_id
      WHERE token_accounts.hash <> accounts.hash OR token_accounts.spent <> accounts.spent`,
  },
  {
    breach: 'an account in no known tree',
    sql: `SELECT hex(hash) AS name FROM accounts LEFT JOIN trees ON trees.id = tree_id WHERE trees.id IS NULL`,
  },
  {
    breach: 'an account without the transaction that made it',
    sql: `SELECT hex(hash) AS name FROM accounts WHERE NOT EXISTS (
      SELECT 1 FROM account_transactions JOIN transactions ON transactions.id = transaction_id
      WHERE account_id = accounts.id AND slot = slot_created)`,
  },
  {
    breach: 'an account in more transactions than its spent mark tells',
    sql: `SELECT hex(hash) AS name FROM accounts WHERE 1 + spent <
      (SELECT count(*) FROM account_transactions WHERE account_id = accounts.id)`,
  },
  {
    breach: 'a pair of an account that is not there',
    sql: `SELECT account_id || ' ' || transaction_id AS name FROM account_transactions
      LEFT JOIN accounts ON accounts.id = account_id WHERE accounts.id IS NULL`,
  },
  {
    breach: 'a pair of a transaction that is not there',
    sql: `SELECT account_id || ' ' || transaction_id AS name FROM account_transactions
      LEFT JOIN transactions ON transactions.id = transaction_id WHERE transactions.id IS NULL`,
  },
  {
    breach: 'an account made above the slot reached',
    sql: 'SELECT hex(hash) AS name FROM accounts WHERE slot_created > (SELECT slot FROM store)',
  },
  {
    breach: 'a transaction above the slot reached',
    sql: 'SELECT hex(signature) AS name FROM transactions WHERE slot > (SELECT slot FROM store)',
  },
  {
    breach: 'a batch append beyond the end of a tree',
    sql: 'SELECT hex(tree) AS name FROM batch_appends WHERE next_index NOT BETWEEN 0 AND 4294967296',
  },
  {
    breach: 'a newest block that is not at the slot reached',
    sql: 'SELECT max(slot) AS name FROM blocks HAVING max(slot) <> (SELECT slot FROM store)',
  },
  {
    breach: 'a block that does not follow the one before it',
    sql: `SELECT slot AS name FROM (SELECT slot, slot_before, lag(slot) OVER (ORDER BY slot) AS previous FROM blocks) AS following
      WHERE slot_before <> previous`,
  },
  {
    breach: 'a journal entry of a block that is not there',
    sql: `SELECT slot AS name FROM
      (SELECT slot FROM undo_spent UNION SELECT slot FROM undo_pairs UNION SELECT slot FROM undo_batch_appends) AS entries
      WHERE slot NOT IN (SELECT slot FROM blocks)`,
  },
  {
    breach: 'a journal entry of a spent account that is not spent',
    sql: `SELECT undo_spent.slot || ' ' || account_id AS name FROM undo_spent
      LEFT JOIN accounts ON accounts.id = account_id AND spent = 1 WHERE accounts.id IS NULL`,
  },
  {
    breach: 'a journal entry of a pair that is not there',
    sql: `SELECT slot || ' ' || account_id || ' ' || transaction_id AS name FROM undo_pairs
      WHERE (account_id, transaction_id) NOT IN (SELECT account_id, transaction_id FROM account_transactions)`,
  },
]
