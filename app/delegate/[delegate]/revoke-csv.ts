import { reasonWords } from '@/components/ui/problem-words'
import { delegatedAmount, readTlv, tokenOwnerKind } from '@/lib/account/lens/token-extensions'
import type { OldAnswer } from '@/lib/api/answer'
import { csvRemark, csvRow, csvText, inRemark, isLongNumber, SHEET_DIGITS } from '@/lib/format/csv'
import { nounFor } from '@/lib/format/numbers'
import { amountText, longText } from '@/lib/listing/export/totals'
import type { TokenAccountItem } from '@/lib/protocol/rpc/items'
import type { Mints } from '@/lib/protocol/solana/mint-info'

/*
 * CSV to revoke from: RFC 4180, fields safe to open in a spreadsheet, exact integers. The first lines give the source.
 * facts/reliability.md S13; facts/cold-tokens.md.
 */

export interface Provenance {
  network: string
  delegate: string
  slots: string
  /** Of the last response, ISO 8601 UTC. */
  fetchedAt: string
  rows: string
  /** The first stale response; null: all were current. */
  old: OldAnswer | null
  mints: Mints
}

const COLUMNS = [
  ...['owner', 'mint', 'hash', 'amount', 'delegatedAmount', 'state', 'ownerKind', 'extensions'],
  ...['tree', 'leafIndex', 'slotCreated'],
]

export function revokeCsv(items: readonly TokenAccountItem[], from: Provenance): string {
  const head = [
    'Leafscan: compressed token accounts of a delegate, to revoke',
    `network: ${from.network}`,
    `delegate: ${from.delegate}`,
    `slots: ${from.slots}`,
    `fetched: ${from.fetchedAt}`,
    `rows: ${inRemark(from.rows)}`,
    ...(from.old ? [`not current: ${inRemark(reasonWords(from.old.reason))} - data from ${from.old.fetchedAt}`] : []),
    'delegatedAmount: the part of the amount that the delegate may move',
    'ownerKind: an associated token account belongs to a wallet that the account does not name',
    'extensions: compressed only accounts can be decompressed but not transferred',
    `columns amount delegatedAmount: base units - a number of more than ${SHEET_DIGITS} significant digits is text behind an apostrophe - a SUM leaves it out - exact totals are at the end of the file`,
  ].map(csvRemark)
  const rows = items.map(({ account, tokenData }) =>
    csvRow([
      csvText(tokenData.owner),
      csvText(tokenData.mint),
      csvText(account.hash),
      String(tokenData.amount),
      String(delegatedAmount(tokenData)),
      csvText(tokenData.state),
      tokenOwnerKind(tokenData.tlv),
      extensionWords(tokenData.tlv),
      csvText(account.tree),
      String(account.leafIndex),
      String(account.slotCreated),
    ]),
  )
  return [...head, csvRow(COLUMNS), ...rows, ...totalsOf(items, from.mints).map(csvRemark)].join('')
}

function totalsOf(items: readonly TokenAccountItem[], mints: Mints): string[] {
  const sums = new Map<string, { amount: bigint; delegated: bigint; rows: number }>()
  const long = { amount: 0, delegatedAmount: 0 }
  for (const { tokenData } of items) {
    const { amount, mint } = tokenData
    const delegated = delegatedAmount(tokenData)
    const sum = sums.get(mint) ?? { amount: 0n, delegated: 0n, rows: 0 }
    sums.set(mint, { amount: sum.amount + amount, delegated: sum.delegated + delegated, rows: sum.rows + 1 })
    if (isLongNumber(String(amount))) long.amount++
    if (isLongNumber(String(delegated))) long.delegatedAmount++
  }
  const leftOut = Object.fromEntries(Object.entries(long).filter(([, count]) => count > 0))
  return [
    `totals of the ${items.length} ${nounFor(items.length, 'row')} in this file`,
    ...Array.from(sums, ([mint, { amount, delegated, rows }]) => {
      const text = (sum: bigint) => amountText(sum, mints[mint]?.decimals ?? null)
      return `total of mint ${mint}: delegatedAmount ${text(delegated)} - amount ${text(amount)} - in ${rows} ${nounFor(rows, 'row')}`
    }),
    ...(Object.keys(leftOut).length > 0 ? [`cells that a SUM leaves out: ${longText(leftOut, ' - ')}`] : []),
  ]
}

function extensionWords(tlv: string | null): string {
  if (!tlv) return 'none'
  const { compressedOnly, problem } = readTlv(tlv)
  if (compressedOnly) return 'compressed only'
  return problem === null ? 'other' : 'unreadable'
}
