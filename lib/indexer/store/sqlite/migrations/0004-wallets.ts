/**
 * Null: the owner of a token account is no associated account. Empty: it is a closed one, and the wallet behind it is not known:
 * of rows from before this column those that can be one.
 */
export const wallets = `
ALTER TABLE token_accounts ADD COLUMN wallet BLOB;
UPDATE token_accounts SET wallet = substr(hash, 1, 0) WHERE tlv IS NOT NULL;
CREATE INDEX token_accounts_by_wallet ON token_accounts (wallet, account_id) WHERE wallet IS NOT NULL;
`
