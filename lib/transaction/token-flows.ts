import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import type { CalledInstruction } from '../protocol/light/groups'
import { isTokenProgram } from '../protocol/light/token-program'
import { MINT_ACTION, readCompressions, TRANSFER2 } from './transfer2'

/*
 * Tokens that crossed between compressed and on-chain token accounts: into and out of the token program's pools by transfers,
 * mints and burns of the SPL token programs, and by Transfer2.
 */

export interface TokenFlow {
  compressed: bigint
  decompressed: bigint
}

export interface TokenFlows {
  byMint: Map<string, TokenFlow>
  uncounted: 'mint_action' | 'amounts' | null
}

const SPL_PROGRAMS = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])

const POOLS = 5

const MAX_MINTS = 16

/** Accounts of Transfer2 before those that it names by index: seven, and up to three optional ones. */
const FIXED_ACCOUNTS = [7, 8, 9, 10]

export async function tokenFlows(
  groups: readonly CalledInstruction[][],
  mints: readonly string[],
): Promise<TokenFlows> {
  const tokenProgram = groups.flat().find(({ program }) => isTokenProgram(program))?.program
  const flows: TokenFlows = { byMint: new Map(), uncounted: null }
  if (!tokenProgram) return flows
  const pools = await poolsOf(mints.slice(0, MAX_MINTS), tokenProgram)
  const known = new Set(mints)
  for (const group of groups) {
    /** Depth of the Transfer2 whose inner transfers are skipped: its compressions count them. */
    let counted: number | null = null
    for (const instruction of group) {
      const { program, data, depth } = instruction
      if (counted !== null && depth !== null && depth <= counted) counted = null
      if (isTokenProgram(program)) {
        if (data[0] === TRANSFER2 && countCompressions(instruction, known, flows)) counted = depth ?? 1
        if (data[0] === MINT_ACTION) flows.uncounted = 'mint_action'
      } else if (counted === null && SPL_PROGRAMS.has(program)) {
        countTransfer(instruction, pools, flows.byMint)
      }
    }
  }
  return flows
}

function countCompressions({ data, accounts }: CalledInstruction, mints: Set<string>, flows: TokenFlows): boolean {
  const compressions = readCompressions(data)
  if (!compressions) {
    flows.uncounted ??= 'amounts'
    return false
  }
  const start = FIXED_ACCOUNTS.find((first) =>
    compressions.every(({ mintIndex }) => mints.has(accounts[first + mintIndex] ?? '')),
  )
  if (start === undefined) {
    flows.uncounted ??= 'amounts'
    return false
  }
  for (const { out, amount, mintIndex } of compressions) {
    const mint = accounts[start + mintIndex]
    if (mint !== undefined) add(flows.byMint, mint, out ? -amount : amount)
  }
  return true
}

function countTransfer(
  { data, accounts }: CalledInstruction,
  pools: Map<string, string>,
  byMint: Map<string, TokenFlow>,
) {
  const moved = movedBy(data)
  if (!moved) return
  const poolAt = (index: number | null) => (index === null ? undefined : pools.get(accounts[index] ?? ''))
  const [from, to] = [poolAt(moved.from), poolAt(moved.to)]
  if (from !== undefined) add(byMint, from, -moved.amount)
  if (to !== undefined) add(byMint, to, moved.amount - moved.fee)
}

function add(byMint: Map<string, TokenFlow>, mint: string, amount: bigint): void {
  const flow = byMint.get(mint) ?? { compressed: 0n, decompressed: 0n }
  byMint.set(mint, flow)
  if (amount > 0n) flow.compressed += amount
  else flow.decompressed -= amount
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
  const encoder = getAddressEncoder()
  const pools = mints.flatMap((mint) =>
    Array.from({ length: POOLS }, async (_, index): Promise<[string, string]> => {
      const seeds = ['pool', encoder.encode(mint as Address), ...(index === 0 ? [] : [Uint8Array.of(index)])]
      const [pool] = await getProgramDerivedAddress({ programAddress: tokenProgram as Address, seeds })
      return [pool, mint]
    }),
  )
  return new Map(await Promise.all(pools))
}
