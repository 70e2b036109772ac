import { type Column, fileColumns } from '../../account/file-columns'
import { formatUnits } from '../../format/amounts'
import { isLongNumber } from '../../format/csv'
import { nounFor } from '../../format/numbers'
import type { Items, RowsName } from '../../protocol/rpc/items'
import type { Mints } from '../../protocol/solana/mint-info'

/* Exact, unlike sums in a spreadsheet, which rounds beyond 15 digits. features.md a23. */

/** Integers are texts, since other JSON parsers would round them. */
export interface RowTotals {
  lamports: string
  /** Per mint: base units, rows, decimals (null: unknown). */
  mints: Record<string, [amount: string, rows: number, decimals: number | null]>
  /** True if there are too many mints; then `mints` is empty. */
  tooManyMints?: true
  withoutToken: number
  long: Record<string, number>
}

const MAX_MINTS = 10_000

const SUMMED: Partial<Record<RowsName, { lamports: string; mint: string; amount: string }>> = {
  accounts: { lamports: 'lamports', mint: 'mint', amount: 'amount' },
  tokenAccounts: { lamports: 'account.lamports', mint: 'tokenData.mint', amount: 'tokenData.amount' },
}

const DECODED = ['delegated_amount', 'withheld_transfer_fee', 'amount_in_tokens']

export function summedColumns(rows: RowsName, params: object): string[] {
  const summed = SUMMED[rows]
  if (!summed) return []
  const names = new Set(fileColumns(rows, params).map(({ name }) => name))
  return [summed.lamports, summed.amount, ...DECODED].filter((name) => names.has(name))
}

export class Totals {
  #lamports = 0n
  readonly #mints = new Map<string, { amount: bigint; rows: number; decimals: number | null }>()
  #tooManyMints = false
  #withoutToken = 0
  readonly #long = new Map<string, number>()
  readonly #summed: readonly string[]

  constructor(
    private readonly rows: RowsName,
    private readonly params: object,
  ) {
    this.#summed = summedColumns(rows, params)
  }

  addRows<R extends RowsName>(items: readonly Items[R][], mints: Mints = {}): this {
    const columns = fileColumns(this.rows, this.params, mints) as readonly Column<Items[R]>[]
    const byName = new Map(columns.map((column) => [column.name, column]))
    for (const item of items) this.#add((name) => byName.get(name)?.of(item).replace(/^'/, '') ?? '')
    return this
  }

  read(): RowTotals {
    const mints = Array.from(this.#mints, ([mint, { amount, rows, decimals }]) => {
      return [mint, [String(amount), rows, decimals] as [string, number, number | null]] as const
    })
    return {
      lamports: String(this.#lamports),
      mints: Object.fromEntries(this.#tooManyMints ? [] : mints),
      ...(this.#tooManyMints && { tooManyMints: true as const }),
      withoutToken: this.#withoutToken,
      long: Object.fromEntries(this.#long),
    }
  }

  #add(cell: (name: string) => string): void {
    const names = SUMMED[this.rows]
    if (!names) return
    this.#lamports += BigInt(cell(names.lamports) || 0)
    const mint = cell(names.mint)
    if (mint !== '') {
      const decimals = cell('decimals')
      this.#addToMint(mint, BigInt(cell(names.amount) || 0), decimals === '' ? null : Number(decimals))
    } else if (this.#summed.includes(names.amount)) this.#withoutToken++
    for (const name of this.#summed) {
      if (isLongNumber(cell(name))) this.#long.set(name, (this.#long.get(name) ?? 0) + 1)
    }
  }

  #addToMint(mint: string, amount: bigint, decimals: number | null): void {
    const known = this.#mints.get(mint)
    const { amount: before = 0n, rows = 0 } = known ?? {}
    this.#mints.set(mint, { amount: before + amount, rows: rows + 1, decimals: known?.decimals ?? decimals })
    if (this.#mints.size <= MAX_MINTS) return
    this.#tooManyMints = true
    this.#mints.clear()
  }
}

export function totalsText(totals: RowTotals, about: string): string[] {
  const { lamports, mints, tooManyMints, withoutToken, long } = totals
  const leftOut = Object.entries(long).map(([name, count]) => `${count} in ${name}`)
  return [
    `totals of ${about}`,
    `total lamports: ${lamports}`,
    ...(tooManyMints ? [`totals by mint: left out because there are more than ${MAX_MINTS} mints`] : []),
    ...Object.entries(mints).map(([mint, [amount, rows, decimals]]) => {
      return `total of mint ${mint}: ${amountText(BigInt(amount), decimals)} in ${rows} ${nounFor(rows, 'row')}`
    }),
    ...(withoutToken > 0 ? [`rows without token data: ${withoutToken}`] : []),
    ...(leftOut.length > 0 ? [`cells that a SUM leaves out: ${leftOut.join(' - ')}`] : []),
  ]
}

export function totalsJson({ lamports, mints, tooManyMints, withoutToken }: RowTotals): object {
  return {
    lamports: BigInt(lamports),
    ...(tooManyMints
      ? { tooManyMints }
      : {
          mints: Object.entries(mints).map(([mint, [amount, rows, decimals]]) => ({
            mint,
            rows,
            amount: BigInt(amount),
            decimals,
            amount_in_tokens: decimals === null ? null : inTokens(BigInt(amount), decimals),
          })),
        }),
    ...(withoutToken > 0 && { withoutToken }),
  }
}

/** `12.5 tokens = 12500000 base units`, or base units only if the decimals are unknown. */
function amountText(amount: bigint, decimals: number | null): string {
  const tokens = decimals === null ? '' : `${inTokens(amount, decimals)} tokens = `
  return `${tokens}${amount} base units`
}

function inTokens(amount: bigint, decimals: number): string {
  return formatUnits(amount, decimals).replaceAll(',', '')
}
