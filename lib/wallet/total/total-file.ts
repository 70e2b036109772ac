import { csvCell } from '../../account/file-columns'
import { formatUnits } from '../../format/amounts'
import { csvComment, csvRow, plainForComment } from '../../format/csv'
import type { MintInfo, Mints } from '../../protocol/solana/mint-info'
import { type MintTotal, PLACES, type WalletTotal } from './contract'

/* A wallet's totals as CSV, a row for each mint. Numbers as in exported lists: lib/listing/export/document.ts. */

type Cell = string | number | bigint | null | undefined

const COLUMNS: Readonly<Record<string, (row: MintTotal, of: WalletTotal, info: MintInfo | undefined) => Cell>> = {
  mint: ({ mint }) => mint,
  symbol: (_, __, info) => info?.symbol,
  sum: ({ sum }) => sum,
  total: ({ total }) => total,
  ...Object.fromEntries(PLACES.map((place) => [place, ({ places }: MintTotal) => places[place].amount])),
  accounts: ({ places }) => PLACES.reduce((all, place) => all + places[place].accounts, 0),
  decimals: (_, __, info) => info?.decimals,
  displayed: (_, __, info) => info?.displayed,
  withheld: ({ withheld }) => withheld,
  confidential_accounts: ({ confidential }) => confidential,
  wrapped_sol: ({ isNative }) => Number(isNative),
  slot: ({ sum }, { slot }) => (sum === 'none' ? null : slot),
  reasons: ({ reasons }, of) => [...of.reasons, ...reasons].join(' '),
}

export function totalCsv(of: WalletTotal, network: string, mints: Mints, exportedAt: string): string {
  const { wallet, slot, slots, sum, sol, reasons, mints: rows } = of
  const read = Object.entries(slots).map(([place, at]) => `${place} ${at}`)
  const [total, chain, compressed] = [sol.total, sol.chain, sol.compressed].map((lamports) => lamports ?? 'not known')
  const head = [
    'Leafscan export: wallet totals',
    `network: ${network}`,
    `wallet: ${wallet}`,
    `sum: ${sum}${sum === 'none' ? '' : ` at slot ${slot ?? 'not known'}`}`,
    `read at slots: ${read.join(' - ') || 'none'}`,
    ...reasons.map((reason) => plainForComment(`reason: ${reason}`)),
    `lamports: ${sol.sum} - ${total} - on the chain ${chain} - compressed ${compressed}`,
    `exported: ${exportedAt}`,
  ]
  const cells = (row: MintTotal) => Object.values(COLUMNS).map((cell) => csvCell(cell(row, of, mints[row.mint])))
  const inTokens = ({ mint, total: amount }: MintTotal) => {
    const info = mints[mint]
    return info && amount !== null ? formatUnits(amount, info.decimals).replaceAll(',', '') : ''
  }
  return [
    ...head.map(csvComment),
    csvRow([...Object.keys(COLUMNS), 'total_in_tokens']),
    ...rows.map((row) => csvRow([...cells(row), inTokens(row)])),
    csvComment(`rows: ${rows.length}`),
  ].join('')
}
