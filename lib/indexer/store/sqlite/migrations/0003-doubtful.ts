/** Written up to this slot by versions that took unrecorded inner instructions for none; 0: none. The sandbox has all of them. */
export const doubtful = `
ALTER TABLE store ADD COLUMN doubtful_to INTEGER NOT NULL DEFAULT 0;
UPDATE store SET doubtful_to = slot WHERE ledger NOT LIKE 'sandbox recording %';
`
