import { PROGRAMS_COMPARED_ON } from '@/lib/protocol/solana/known-programs'

/* Of the help page: each item with its text. */

export const about = 'Look up compressed accounts, tokens, delegates and transactions of ZK Compression on Solana.'

export const start = {
  Search: 'Paste an address, account hash or signature, a link of another explorer, or a text with several of them.',
  'What a wallet holds':
    'Open the wallet: its tokens by mint, SOL and delegations. Compressed tokens belong to the token program, so the list of accounts owned by a wallet is often empty.',
}

export const pages = {
  '/wallet/<address>': 'What a wallet holds: tokens by mint, SOL, delegations given and received.',
  '/owner/<address>': 'Live accounts of an owner, with filters on their data.',
  '/delegate/<address>': 'Token accounts delegated to an address, with totals by mint and wallet.',
  '/mint/<address>': 'A mint: supply, authorities, extensions, pools, and the compressed accounts that hold it.',
  '/account/<hash>':
    'One account version: created, then live or consumed, with its content and the versions around it.',
  '/tx/<signature>': 'What a transaction did to compressed accounts.',
  '/latest': 'The latest compression transactions, live.',
  '/status': 'Health, slot and lag of the indexer, with its history and incidents.',
  '/compare': 'Two indexers of a network side by side: rows and fields that differ, aligned by slot.',
  '/help/api': 'Every route of the API, feed and badge, with its parameters and a request to copy.',
}

export const completeness = {
  Complete: 'The end of the list was reached, and no row can be missing.',
  'More available': 'No row is missing so far. The end of the list is not reached yet.',
  'Not proven complete': 'The end was reached, but the indexer’s cursors do not prove that no row was skipped.',
  Incomplete: 'The indexer’s paging skips or repeats rows. Duplicates are removed; skipped rows cannot be loaded.',
  Stale: 'The indexer does not respond: older data is shown, with the reason and its age.',
}

export const proof = {
  'Content matches the hash':
    'An account’s hash is made of its owner, lamports, address, tree, leaf index and data. Leafscan computes it again from each row and compares. A match proves content, not that the hash is in the state tree.',
  Wrong: 'The fields make another hash: the indexer altered or mixed them up, or they were damaged on the way.',
  Unknown:
    'The account’s fields match. How its program hashes the bytes is not known, or only a part of them was requested. Token accounts of the programs until August 2024 are not checked.',
  'Not covered': 'Slot and seq, and the extension data of token accounts in layouts 1 and 2, are not part of any hash.',
}

export const chainNode = (isSet: boolean) => `What a chain node ${isSet ? 'adds' : 'would add (CHAIN_URL)'}`

export const ofChainNode = {
  Transactions:
    'Status, fee, signers, and the accounts that a transaction consumed and created. Signatures are verified; fee, time and log are as reported by the node.',
  'Accounts by hash':
    'Content, live or consumed, from the transaction that created it, and the versions before and after it.',
  Tokens: 'Decimals, symbols and names of mints. A symbol is the issuer’s claim: the address tells mints apart.',
}

export const connect = {
  'INDEXER_URL=https://… npm start':
    'Leafscan shows this indexer, Photon for example: your own or a provider’s. A key in the address stays on the server. name=https://… names the network.',
  'CHAIN_URL=https://…': 'A Solana node of the same network, for transactions, account histories and mints.',
  'LEDGER=https://… npm start': 'Without an indexer: the embedded one follows this Solana node.',
}

export const limits = {
  'Totals and holders':
    'No counts or totals without reading the whole list. A mint’s holders are known by their token accounts only.',
  'Failed transactions': 'Not listed: they change no compressed account.',
  'Transactions of an owner': 'Only those of one account, and the latest of all.',
  'A snapshot of a whole list': 'Each page has its own slot. The list may change in between.',
  'Other filters': 'Accounts of an owner can be filtered by bytes of their data and by when they were created.',
}

export const shortcuts = 'Ignored while you type. The Shortcuts button below every page turns single keys off.'

export const exports = {
  Export:
    'Above each list: the whole list, all rows from this page on, or this page, as CSV or NDJSON. A file that breaks off says so, and names the cursor where the next one continues.',
  'The file':
    'Names the query, the slots and whether the list is complete, and has a SHA-256. In CSV, integers of more than 15 digits and texts that look like formulas begin with an apostrophe.',
}

export const saved = {
  'UTC or local time': 'Switch below every page. Times on /status and in files stay in UTC.',
  'Watched and recent pages': 'Starred pages and the last twelve you visited, in the menu and on the home page.',
  Labels: 'Your names for addresses, hashes and signatures, drawn with a dashed edge.',
}

export const safety = {
  'Look-alikes': 'Different identifiers on a page with the same first and last four characters are marked.',
  'Known programs': `Names of programs and sysvars come from a list checked against its sources on ${PROGRAMS_COMPARED_ON}, never from the chain.`,
}

export const parameters = {
  'cluster=': 'The network. Without it, the default network.',
  'limit=': 'Rows per page: 1 to 1,000.',
  'cursor=': 'The place in a list, with the way back to earlier pages.',
  'filter=<offset>:<base58>':
    'Owner pages: accounts whose data has these bytes at this offset. At most five filters of 256 bytes; the form on the page also takes hex, text and integers.',
  'slice=<offset>:<length>': 'Owner pages: only these bytes of each account’s data.',
  'whole=true':
    'Owner pages: the whole list, read in parts where the indexer’s pages lose rows; calls= allows more than 2,000 calls. It shows the cost first.',
  'mint=':
    'Wallet and delegate pages: only this mint. A wallet’s associated token account of this mint is checked as well.',
  'associated=listed': 'Wallet pages: the associated token accounts of the listed mints are checked, ten at most.',
  'columns=<name>': 'Lists: a column to show; repeat it for several. Exports have all columns.',
  'open=<hash>': 'The expanded row.',
  'owner=<address>':
    'Account pages: the owner in whose first 1,000 live accounts the account is searched; filter= narrows them.',
  'minSlot=<slot>':
    'Lists and accounts: nothing older than this slot. Waits up to 5 seconds until the indexer has reached it.',
  'since=, until=':
    'Lists of accounts: only those created from since on and before until. A slot, a time in UTC (2026-11-20T10:05) or an age (1h, 7d), which becomes a slot. Complete lists of up to 10,000 rows.',
  'takenAt=<slot>': 'Shared links: the slot the sender saw. The page shows what changed since.',
}
