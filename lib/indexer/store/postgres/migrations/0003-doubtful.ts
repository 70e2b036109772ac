/** As SQLite's (../../sqlite/migrations/0003-doubtful.ts). */
export const doubtful = `
ALTER TABLE store ADD COLUMN doubtful_to bigint NOT NULL DEFAULT 0;
UPDATE store SET doubtful_to = slot WHERE ledger NOT LIKE 'sandbox recording %';
`
