import type { CalledInstruction } from '../protocol/light/groups'
import { poolAddresses } from '../protocol/light/pools'
import { isTokenProgram, TRANSFER2 } from '../protocol/light/token-program'
import type { TokenMove } from './contract'
import { MINT_ACTION, readCompressions } from './transfer2'

/*
 * Tokens that crossed between compressed and on-chain token accounts: into and out of the token program's pools by transfers,
 * mints and burns of the SPL token programs, and by Transfer2.
 */

export interface TokenFlows {
  moves: TokenMove[]
  uncounted: 'mint_action' | 'amounts' | null
}

const SPL_PROGRAMS = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])

const MAX_MINTS = 16

/** Accounts of Transfer2 before those that it names by index: seven, and up to three optional ones. */
const FIXED_ACCOUNTS = [7, 8, 9, 10]

/** The same where it names no compressed account. */
const FIXED_WITHOUT_COMPRESSED = 2

export async function tokenFlows(
  groups: readonly CalledInstruction[][],
  mints: ReadonlySet<string>,
): Promise<TokenFlows> {
  const tokenProgram = groups.flat().find(({ program }) => isTokenProgram(program))?.program
  const flows: TokenFlows = { moves: [], uncounted: null }
  if (!tokenProgram) return flows
  const pools = await poolsOf([...mints].slice(0, MAX_MINTS), tokenProgram)
  let first = 0
  for (const group of groups) {
    /** Depth of the Transfer2 whose inner transfers are skipped: its compressions count them. */
    let counted: number | null = null
    let caller = first
    for (const [i, instruction] of group.entries()) {
      const { program, data, depth } = instruction
      if (counted !== null && depth !== null && depth <= counted) counted = null
      if (isTokenProgram(program)) {
        caller = first + i
        if (data[0] === TRANSFER2 && countCompressions(instruction, group, caller, mints, flows)) counted = depth ?? 1
        if (data[0] === MINT_ACTION) flows.uncounted = 'mint_action'
      } else if (counted === null && SPL_PROGRAMS.has(program)) {
        flows.moves.push(...splMoves(instruction, caller, pools))
      }
    }
    first += group.length
  }
  return flows
}

/** False: they are not readable. */
function countCompressions(
  { data, accounts }: CalledInstruction,
  group: readonly CalledInstruction[],
  instruction: number,
  mints: ReadonlySet<string>,
  flows: TokenFlows,
): boolean {
  const compressions = readCompressions(data)
  const { list = [], hasCompressedAccounts = true } = compressions ?? {}
  const start = hasCompressedAccounts
    ? FIXED_ACCOUNTS.find((first) => list.every(({ mintIndex }) => mints.has(accounts[first + mintIndex] ?? '')))
    : FIXED_WITHOUT_COMPRESSED
  if (!compressions || start === undefined) {
    flows.uncounted ??= 'amounts'
    return false
  }
  // Light's own token accounts are named by no other token program.
  const spl = new Set(group.flatMap(({ program, accounts }) => (SPL_PROGRAMS.has(program) ? accounts : [])))
  const named = list.flatMap(({ mode, amount, mintIndex, accountIndex }) => {
    const [mint, account] = [accounts[start + mintIndex], accounts[start + accountIndex]]
    if (mint === undefined || account === undefined) return []
    return { mode, amount, mint, account, isSpl: spl.has(account) }
  })
  for (const { mode, amount, mint, account, isSpl } of named) {
    const move = { instruction, mint, amount, account }
    if (hasCompressedAccounts) flows.moves.push({ ...move, kind: KINDS[mode] ?? (isSpl ? 'decompressed' : 'loaded') })
    else if (mode === 'decompress') {
      const sources = named.filter((one) => one.mode === 'compress' && one.mint === mint)
      if (sources.length > 0 && sources.every((one) => one.isSpl !== isSpl))
        flows.moves.push({ ...move, kind: isSpl ? 'unwrapped' : 'wrapped' })
    }
  }
  return true
}

const KINDS = { compress: 'compressed', close: 'compressed_and_closed', decompress: null } as const

function splMoves(
  { data, accounts }: CalledInstruction,
  instruction: number,
  pools: ReadonlyMap<string, string>,
): TokenMove[] {
  const moved = movedBy(data)
  if (!moved) return []
  const { from, to, amount, fee } = moved
  const accountAt = (index: number | null) => (index === null ? null : (accounts[index] ?? null))
  const [source, target] = [accountAt(from), accountAt(to)]
  const [left, entered] = [pools.get(source ?? ''), pools.get(target ?? '')]
  const moves: TokenMove[] = []
  if (left !== undefined) {
    moves.push({ kind: to === null ? 'burned' : 'decompressed', instruction, mint: left, amount, account: target })
  }
  if (entered !== undefined) {
    const kind = from === null ? 'minted' : 'compressed'
    moves.push({ kind, instruction, mint: entered, amount: amount - fee, account: source })
  }
  return moves
}

interface Moved {
  amount: bigint
  /** Transfer fee that the mint withholds, base units. */
  fee: bigint
  /** null: tokens are minted or burnt. */
  from: number | null
  to: number | null
}

/** Solana Program Library, `TokenInstruction`. */
function movedBy(data: Uint8Array): Moved | null {
  const kind = data[0]
  const u64At = (place: number) =>
    data.length < place + 8 ? null : new DataView(data.buffer, data.byteOffset).getBigUint64(place, true)
  if (kind === 26 && data[1] === 1) {
    const [amount, fee] = [u64At(2), u64At(11)]
    return amount === null || fee === null ? null : { amount, fee, from: 0, to: 2 }
  }
  const places = kind === undefined ? undefined : PLACES[kind]
  const amount = u64At(1)
  return places === undefined || amount === null ? null : { amount, fee: 0n, ...places }
}

/** Account indices by instruction number: Transfer, MintTo, Burn, and the checked ones. */
const PLACES: Readonly<Record<number, { from: number | null; to: number | null }>> = {
  3: { from: 0, to: 1 },
  7: { from: null, to: 1 },
  8: { from: 0, to: null },
  12: { from: 0, to: 2 },
  14: { from: null, to: 1 },
  15: { from: 0, to: null },
}

async function poolsOf(mints: readonly string[], tokenProgram: string): Promise<Map<string, string>> {
  const pools = mints.map(async (mint) =>
    (await poolAddresses(mint, tokenProgram)).map((pool) => [pool, mint] as const),
  )
  return new Map((await Promise.all(pools)).flat())
}
