import { counted, groupDigits, type Integer } from './numbers'

/**
 * An amount of base units with its decimal point, by digits and never through a float: `9,007,199.254740995`.
 * @param decimals digits behind the point; 0 where none are known: base units as they are
 */
export function formatUnits(amount: Integer, decimals = 0): string {
  if (amount < 0) return `-${formatUnits(-BigInt(amount), decimals)}`
  const digits = String(amount).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '')
  const whole = groupDigits(BigInt(digits.slice(0, point)))
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** The same as a program or a spreadsheet reads it: `9007199.254740995`. */
export function bareUnits(amount: Integer, decimals = 0): string {
  return formatUnits(amount, decimals).replaceAll(',', '')
}

/** Digits behind the decimal point of a formatted amount. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.')
  return point === -1 ? 0 : text.length - point - 1
}

/** The zeros that bring an amount's decimal point below those of a column with so many decimals. */
export function zerosFor(text: string, decimals: number): string {
  const own = decimalsOf(text)
  return (own === 0 && decimals > 0 ? '.' : '') + '0'.repeat(Math.max(0, decimals - own))
}

const SOL_DECIMALS = 9

/** Below this many lamports (0.00001 SOL), but for none, lamports are the main figure. design.md 5. */
const SMALL = 10_000n

/** SOL with up to 9 decimals, by digits and never through a float: `9,007,199.254740995`. */
export function formatSol(lamports: Integer): string {
  return formatUnits(lamports, SOL_DECIMALS)
}

/** An amount in SOL and in lamports: `main` is the one to read first. */
export function formatLamports(lamports: Integer): { main: string; other: string } {
  const sol = `${formatSol(lamports)} SOL`
  const digits = counted(lamports, 'lamport')
  return isSmall(BigInt(lamports)) ? { main: digits, other: sol } : { main: sol, other: digits }
}

function isSmall(lamports: bigint): boolean {
  return lamports > 0n && lamports < SMALL
}

/** How the amounts of one column are written: all in one unit, with their decimal points below each other. */
export interface LamportsColumn {
  unit: 'SOL' | 'lamports'
  /** Decimals of the amount that has most of them. */
  decimals: number
}

/** One unit for a column: lamports where any of its amounts is so small that lamports come first. design.md 5. */
export function lamportsColumn(amounts: Iterable<Integer>): LamportsColumn {
  let decimals = 0
  for (const amount of amounts) {
    if (isSmall(BigInt(amount))) return { unit: 'lamports', decimals: 0 }
    decimals = Math.max(decimals, decimalsOf(formatSol(amount)))
  }
  return { unit: 'SOL', decimals }
}

/** An amount as it stands in its column, and the zeros that bring its decimal point below the others. */
export function inColumn(lamports: Integer, { unit, decimals }: LamportsColumn): { text: string; zeros: string } {
  const text = formatUnits(lamports, unit === 'SOL' ? SOL_DECIMALS : 0)
  return { text, zeros: zerosFor(text, decimals) }
}
