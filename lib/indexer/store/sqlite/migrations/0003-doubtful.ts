/**
 * Up to which slot the store was written by versions that took inner instructions which a node did not record for none; 0 where
 * none was. The sandbox's recording has all of them.
 */
export const doubtful = `
ALTER TABLE store ADD COLUMN doubtful_to INTEGER NOT NULL DEFAULT 0;
UPDATE store SET doubtful_to = slot WHERE ledger NOT LIKE 'sandbox recording %';
`
