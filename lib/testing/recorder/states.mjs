import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { TOKEN_PROGRAM } from './programs.mjs'
import { compressed, writeRecordingFile } from './write-recording.mjs'

/** Version of the layout below; lib/indexer/ledger/account-states.ts reads it. */
const FORMAT = 1

const SYSTEM_PROGRAM = '11111111111111111111111111111111'

/** Owners of accounts whose states are recorded: wallets, and mints and token accounts of the three token programs. */
const RECORDED_OWNERS = new Set([
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM_ID.toBase58(),
  TOKEN_2022_PROGRAM_ID.toBase58(),
  TOKEN_PROGRAM,
])

/** Holds the lamports of all compressed accounts, and is written to on both chains. */
const SOL_POOL = 'CHK57ywWSDncAoRu1F8QgwYJeXuAJyyBYT4LixLXvMZ1'

/** Where mints and token accounts have their one number that a round may raise. */
const SUPPLY = { bytes: 82, at: 36 }
const AMOUNT = { bytes: 165, at: 64 }
const NUMBER_BYTES = 8

/**
 * What accounts were, from slot to slot: `[slot, owner, lamports, data]` by address, data in hex, or `[slot]` where one is
 * gone. Of what the chain begins with, such as trees and pools of SOL, and of programs only the addresses.
 */
export class AccountStates {
  byAddress = new Map()
  unrecorded = new Set([SOL_POOL])

  leaveOut(address) {
    this.unrecorded.add(address)
  }

  /** Keeps an account as it is after slot `slot`, if that is news. */
  note(slot, address, { exists, owner, lamports, data }) {
    if (this.unrecorded.has(address)) return
    if (exists && !RECORDED_OWNERS.has(owner)) {
      if (this.byAddress.has(address)) throw new Error(`${address} now belongs to ${owner}`)
      this.leaveOut(address)
      return
    }
    const states = this.byAddress.get(address) ?? []
    const state = exists ? [owner, String(lamports), Buffer.from(data).toString('hex')] : []
    if (String((states.at(-1) ?? [0]).slice(1)) === String(state)) return
    if (states.at(-1)?.[0] === slot) states.pop()
    states.push([slot, ...state])
    this.byAddress.set(address, states)
  }

  /**
   * A round begins as the one before it ended, but for lamports of wallets, which are filled up again, and amounts and
   * supplies, which grow by the same in each round.
   * @throws where an account would have to be remade in another way
   */
  checkRound(firstSlot) {
    for (const [address, states] of this.byAddress) {
      const [, owner, lamports, data] = states.findLast(([slot]) => slot < firstSlot) ?? []
      const [, lastOwner, lastLamports, lastData] = states.at(-1)
      const isWallet = owner === SYSTEM_PROGRAM
      const same = isWallet || (lastLamports === lamports && withoutNumber(lastData) === withoutNumber(data))
      if (lastOwner !== owner || !same) throw new Error(`a round leaves ${address} changed`)
    }
  }
}

/** Data in hex without what may grow. */
function withoutNumber(data) {
  if (data === undefined) return data
  const { at } = data.length === 2 * SUPPLY.bytes || data.length > 2 * AMOUNT.bytes ? SUPPLY : AMOUNT
  return data.slice(0, 2 * at) + data.slice(2 * (at + NUMBER_BYTES))
}

/** One line of JSON for each account, so that what changes is near what it was. `chains`: the first one, then those of loops. */
export function writeStates(file, recordings, chains) {
  const accounts = chains.flatMap(({ byAddress }, place) =>
    [...byAddress]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([address, states]) => [Math.min(place, 1), address, states]),
  )
  const lines = [[...new Set(chains.flatMap(({ unrecorded }) => [...unrecorded]))].sort(), ...accounts]
  const addresses = accounts.map(([, address]) => address)
  const twice = addresses.filter((address, index) => addresses.indexOf(address) !== index)
  if (twice.length > 0) throw new Error(`on two chains: ${twice.join(', ')}`)
  const body = compressed(lines.map((line) => JSON.stringify(line)).join('\n'))
  const id = writeRecordingFile(file, { format: FORMAT, recordings }, body)
  return { id, bytes: body.length, accounts: lines.length - 1 }
}
