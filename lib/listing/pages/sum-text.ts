import type { AnswerMeta } from '../../api/answer'
import { formatSol } from '../../format/lamports'
import { formatUnits } from '../../format/tokens'
import type { MintInfo, Mints } from '../../protocol/solana/mint-info'

/** What the rows of a list come to, exact; at least that much where they are not proven to be all. Null: nothing to sum. */
export function sumText(meta: Pick<AnswerMeta, 'sum' | 'total' | 'complete'>, mints: Mints = {}): string | null {
  const { sum } = meta
  if (!sum || sum.rows < 2) return null
  const sums = [
    ...(sum.lamports === undefined ? [] : [`${formatSol(sum.lamports)} SOL`]),
    ...(sum.tokens === undefined ? [] : [amountText(sum.tokens.amount, mints[sum.tokens.mint])]),
  ]
  if (sums.length === 0) return null
  return `${isWholeSum(meta) ? 'Total' : 'At least'} ${sums.join(', ')}`
}

/** True where every row of the list is in its sum. */
export function isWholeSum({ sum, total, complete }: Pick<AnswerMeta, 'sum' | 'total' | 'complete'>): boolean {
  return complete === true && total === sum?.rows
}

/** An amount with its unit: in tokens, called by the issuer’s symbol, where the mint is known, else in base units. */
export function amountText(amount: bigint, info: MintInfo | undefined): string {
  return `${formatUnits(amount, info?.decimals)} ${info ? (info.symbol ?? 'tokens') : 'base units'}`
}
