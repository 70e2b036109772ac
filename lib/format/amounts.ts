import { formatCount, groupDigits, type Integer } from './numbers'

/**
 * Formats an amount of base units exactly, not through a float: `9,007,199.254740995`.
 * @param decimals digits after the point; 0 when unknown
 */
export function formatUnits(amount: Integer, decimals = 0): string {
  if (amount < 0) return `-${formatUnits(-BigInt(amount), decimals)}`
  const digits = String(amount).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '')
  const whole = groupDigits(BigInt(digits.slice(0, point)))
  return fraction === '' ? whole : `${whole}.${fraction}`
}

export function formatUnitsUngrouped(amount: Integer, decimals = 0): string {
  return formatUnits(amount, decimals).replaceAll(',', '')
}

export function countDecimals(text: string): number {
  const point = text.indexOf('.')
  return point === -1 ? 0 : text.length - point - 1
}

export function paddingZeros(text: string, decimals: number): string {
  const own = countDecimals(text)
  return (own === 0 && decimals > 0 ? '.' : '') + '0'.repeat(Math.max(0, decimals - own))
}

const SOL_DECIMALS = 9

/** Amounts below this many lamports (0.00001 SOL), except 0, are shown in lamports first. design.md 5. */
const MIN_SHOWN_IN_SOL = 10_000n

export function formatSol(lamports: Integer): string {
  return formatUnits(lamports, SOL_DECIMALS)
}

export function formatLamports(lamports: Integer): { main: string; other: string } {
  const sol = `${formatSol(lamports)} SOL`
  const digits = formatCount(lamports, 'lamport')
  return isSmall(BigInt(lamports)) ? { main: digits, other: sol } : { main: sol, other: digits }
}

function isSmall(lamports: bigint): boolean {
  return lamports > 0n && lamports < MIN_SHOWN_IN_SOL
}

export interface LamportsColumn {
  unit: 'SOL' | 'lamports'
  decimals: number
}

export function lamportsColumn(amounts: Iterable<Integer>): LamportsColumn {
  let decimals = 0
  let lastDigit = 10n ** BigInt(SOL_DECIMALS)
  for (const amount of amounts) {
    if (isSmall(BigInt(amount))) return { unit: 'lamports', decimals: 0 }
    for (; BigInt(amount) % lastDigit !== 0n; lastDigit /= 10n) decimals++
  }
  return { unit: 'SOL', decimals }
}

export function formatInColumn(lamports: Integer, { unit, decimals }: LamportsColumn): { text: string; zeros: string } {
  const text = formatUnits(lamports, unit === 'SOL' ? SOL_DECIMALS : 0)
  return { text, zeros: paddingZeros(text, decimals) }
}
