import { z } from 'zod'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { readRecordingFile, unpackBody } from './recording-file'

export interface AccountState {
  owner: string
  lamports: bigint
  data: Buffer
}

/** What accounts were after each slot of the sandbox. Layout: lib/testing/recorder/states.mjs. */
export interface AccountStates {
  /** Ids of the recordings that it belongs to. */
  recordings: string[]
  /** False: an account that was there from the start and is no wallet, mint or token account, such as a tree or a program. */
  isRecorded(address: string): boolean
  /** null: there was no such account. */
  at(address: string, slot: number): AccountState | null
  all(slot: number): Iterable<[address: string, state: AccountState]>
}

interface Rounds {
  firstSlot: number
  roundSlots: number
}

const headerShape = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{64}$/),
  recordings: z.array(z.string()),
})

/** Ascending; without an owner: gone. */
type State = readonly [slot: number, owner?: string, lamports?: string, data?: string]

/** 0: of the first recording, 1: of a loop. */
type Line = readonly [place: 0 | 1, address: string, states: readonly State[]]

/** Unpacks at the first question, and keeps what it unpacked: some MB. @throws Error that names the file */
export function openAccountStates(file: string, rounds: Rounds): AccountStates {
  const { header, body } = readRecordingFile(file, headerShape)
  let unpacked: { unrecorded: ReadonlySet<string>; lines: ReadonlyMap<string, Line> } | null = null
  function open() {
    if (unpacked) return unpacked
    const [unrecorded, ...lines] = unpackBody(file, body)
      .split('\n')
      .map((line) => JSON.parse(line))
    unpacked = { unrecorded: new Set(unrecorded), lines: new Map(lines.map((line: Line) => [line[1], line])) }
    return unpacked
  }
  return {
    recordings: header.recordings,
    isRecorded: (address) => !open().unrecorded.has(address),
    at(address, slot) {
      const line = open().lines.get(address)
      return line ? stateAt(line, slot, rounds) : null
    },
    *all(slot) {
      for (const [address, line] of open().lines) {
        const state = stateAt(line, slot, rounds)
        if (state) yield [address, state]
      }
    },
  }
}

function stateAt([place, , states]: Line, slot: number, { firstSlot, roundSlots }: Rounds): AccountState | null {
  // What the loop needs was prepared before it, on a chain of its own.
  if (place === 1 && slot < firstSlot) return null
  const round = place === 1 ? Math.floor((slot - firstSlot) / roundSlots) : 0
  const state = lastUpTo(states, slot - round * roundSlots)
  if (!state || round === 0) return state
  if (state.owner === TOKEN_PROGRAM && state.data.length >= COMPRESSIBLE_BYTES)
    raise(state.data, LAST_CLAIMED_AT, BigInt(round * roundSlots))
  const [before, after] = [lastUpTo(states, firstSlot - 1), lastUpTo(states, Number.POSITIVE_INFINITY)]
  if (before && after && after.data.length > 0) {
    const at = placeOfNumber(after.data)
    raise(state.data, at, BigInt(round) * (after.data.readBigUInt64LE(at) - before.data.readBigUInt64LE(at)))
  }
  return state
}

function lastUpTo(states: readonly State[], slot: number): AccountState | null {
  const [, owner, lamports = '', data = ''] = states.findLast(([since]) => since <= slot) ?? []
  return owner === undefined ? null : { owner, lamports: BigInt(lamports), data: Buffer.from(data, 'hex') }
}

/*
 * A round makes anew what it consumes, so that it changes nothing but two numbers: what it took out of compressed accounts is
 * left in token accounts, and stays in the supply. Wallets are filled up before each round. A Light token account of a later
 * round is made at a later slot. facts/hot-tokens.md 2.
 */

const COMPRESSIBLE_BYTES = 272
const LAST_CLAIMED_AT = 248

const MINT_BYTES = 82
const TOKEN_ACCOUNT_BYTES = 165
const KIND_MINT = 1
const SUPPLY_AT = 36
const AMOUNT_AT = 64

function placeOfNumber(data: Buffer): number {
  return data.length === MINT_BYTES || data[TOKEN_ACCOUNT_BYTES] === KIND_MINT ? SUPPLY_AT : AMOUNT_AT
}

function raise(data: Buffer, at: number, by: bigint): void {
  data.writeBigUInt64LE(data.readBigUInt64LE(at) + by, at)
}
