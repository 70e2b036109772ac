import { counted } from './counted'
import { groupDigits, type Integer } from './integers'

const LAMPORTS_PER_SOL = 1_000_000_000n

/** Below this many lamports (0.00001 SOL) lamports are the main figure. design.md 5. */
const SMALL = 10_000n

/** SOL with up to 9 decimals, by digits and never through a float: `9,007,199.254740995`. */
export function formatSol(lamports: Integer): string {
  const value = BigInt(lamports)
  const fraction = (value % LAMPORTS_PER_SOL).toString().padStart(9, '0').replace(/0+$/, '')
  const whole = groupDigits(value / LAMPORTS_PER_SOL)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** An amount in SOL and in lamports: `main` is the one to read first. */
export function formatLamports(lamports: Integer): { main: string; other: string } {
  const sol = `${formatSol(lamports)} SOL`
  const digits = counted(lamports, 'lamport')
  return BigInt(lamports) < SMALL ? { main: digits, other: sol } : { main: sol, other: digits }
}
