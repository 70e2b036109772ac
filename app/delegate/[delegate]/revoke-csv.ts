import { reasonWords } from '@/components/notices/problem-words'
import type { OldAnswer } from '@/components/notices/stale-label'
import { csvRemark, csvRow } from '@/lib/export/csv'
import { delegatedAmount, readTlv, tokenOwnerKind } from '@/lib/lens/token-extensions'
import type { TokenAccountItem } from '@/lib/rpc/items'

/*
 * The list of a delegate's token accounts as a file to revoke from: RFC 4180, each field safe to open in a spreadsheet,
 * integers digit by digit. The first lines say where it comes from. facts/reliability.md S13; facts/cold-tokens.md.
 */

/** Where the rows of a file come from, as its head says it. */
export interface Provenance {
  network: string
  delegate: string
  /** Slots of the answers in words. */
  slots: string
  /** When the last answer came, ISO 8601 UTC. */
  fetchedAt: string
  /** Over which rows of the list, in words. */
  rows: string
  /** The first of the answers that was not current; null: all were. */
  old: OldAnswer | null
}

const COLUMNS = [
  ...['owner', 'mint', 'hash', 'amount', 'delegatedAmount', 'state', 'ownerKind', 'extensions'],
  ...['tree', 'leafIndex', 'slotCreated'],
]

/** A delegate's token accounts as CSV, below remarks that say where they come from. Amounts are exact. */
export function revokeCsv(items: readonly TokenAccountItem[], from: Provenance): string {
  const head = [
    'Leafscan: compressed token accounts of a delegate, to revoke',
    `network: ${from.network}`,
    `delegate: ${from.delegate}`,
    `slots: ${from.slots}`,
    `fetched: ${from.fetchedAt}`,
    `rows: ${from.rows}`,
    ...(from.old ? [`not current: ${reasonWords(from.old.reason)}; data from ${from.old.fetchedAt}`] : []),
    'delegatedAmount: the part of the amount that the delegate may move',
    'ownerKind: an associated token account belongs to a wallet that the account does not name',
    'extensions: compressed only accounts can be decompressed but not transferred',
    "amounts: exact integers in base units; those of more than 15 digits begin with ' so that a spreadsheet keeps every digit",
  ].map(csvRemark)
  const rows = items.map(({ account, tokenData }) =>
    csvRow([
      tokenData.owner,
      tokenData.mint,
      account.hash,
      String(tokenData.amount),
      String(delegatedAmount(tokenData)),
      tokenData.state,
      tokenOwnerKind(tokenData.tlv),
      extensionWords(tokenData.tlv),
      account.tree,
      String(account.leafIndex),
      String(account.slotCreated),
    ]),
  )
  return [...head, csvRow(COLUMNS), ...rows].join('')
}

function extensionWords(tlv: string | null): string {
  if (!tlv) return 'none'
  const { compressedOnly, problem } = readTlv(tlv)
  if (compressedOnly) return 'compressed only'
  return problem === null ? 'other' : 'unreadable'
}
