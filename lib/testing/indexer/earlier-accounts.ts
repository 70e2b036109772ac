/** Rows that earlier versions wrote: only the account of slot 37 may have been closed from an associated one. */
export const ACCOUNTS_OF_EARLIER_VERSIONS = `
  INSERT INTO trees VALUES (1, x'01', 3, x'02');
  INSERT INTO accounts (id, hash, owner, lamports, tree_id, leaf_index, slot_created)
    VALUES (1, x'03', x'04', 0, 1, 1, 37), (2, x'05', x'04', 0, 1, 2, 39);
  INSERT INTO token_accounts (account_id, hash, mint, owner, amount, frozen, tlv)
    VALUES (1, x'03', x'06', x'07', 1, 0, x'010000001f'), (2, x'05', x'06', x'07', 1, 0, NULL);
`
