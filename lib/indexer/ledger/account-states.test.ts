import { readFileSync } from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { POOL_AUTHORITY } from '@/lib/protocol/light/pools'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { parseTransaction } from '@/lib/protocol/light/transaction'
import { readMintAccount, TOKEN_PROGRAMS } from '@/lib/protocol/solana/mint-account'
import { readTokenAccount } from '@/lib/protocol/solana/token-account'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { type AccountState, openAccountStates } from './account-states'
import { mergeLoops, openLoopRecording } from './loop/loop-recording'
import { openRecording, rpcResultOf } from './recording'

const FOLDER = path.join(import.meta.dirname, '../sandbox/recording')
const recording = openRecording(path.join(FOLDER, 'sandbox.recording'))
const loops = ['loop', 'hot-loop'].map((name) => openLoopRecording(path.join(FOLDER, `${name}.recording`)))
const loopRecording = loops.reduce(mergeLoops)
const { firstSlot, roundSlots } = loopRecording
const states = openAccountStates(path.join(FOLDER, 'states.recording'), loopRecording)
const { onChain } = JSON.parse(readFileSync(path.join(FOLDER, 'contents.json'), 'utf8')) as {
  onChain: { slot: number; mints: Record<string, object>; lamports: string }[]
}

interface Sums {
  supply: bigint
  pooled: bigint
  held: bigint
  /** In Light accounts on the chain. */
  hot: bigint
}

/** Of slots with transactions, one in so many is summed up. */
const STEP = 41

const TOKENS: string[] = [...Object.values(TOKEN_PROGRAMS), TOKEN_PROGRAM]

function totals(accounts: Iterable<[string, AccountState]>) {
  const mints = new Map<string, Sums>()
  let lamports = 0n
  const of = (mint: string) => {
    const sums = mints.get(mint) ?? { supply: 0n, pooled: 0n, held: 0n, hot: 0n }
    mints.set(mint, sums)
    return sums
  }
  for (const [address, { owner, data, ...account }] of accounts) {
    const token = readTokenAccount(owner, data)
    const mint = readMintAccount(owner, data)
    if (!TOKENS.includes(owner)) lamports += account.lamports
    else if (token.ok) {
      const isPool = token.value.owner === POOL_AUTHORITY
      of(token.value.mint)[owner === TOKEN_PROGRAM ? 'hot' : isPool ? 'pooled' : 'held'] += token.value.amount
    } else if (mint.ok) of(address).supply = mint.value.supply
    else throw new Error(`${address}: ${mint.reason}`)
  }
  return { mints, lamports }
}

it('belongs to the recordings', () => {
  expect(states.recordings).toEqual([recording, ...loops].map(({ id }) => id))
})

describe('the accounts of the sandbox', () => {
  it.each(onChain)('are at slot $slot what the recorder found on its chain', ({ slot, mints, lamports }) => {
    const earlier = new Set(slot < firstSlot ? [] : Array.from(states.all(firstSlot - 1), ([address]) => address))
    const found = totals(Array.from(states.all(slot)).filter(([address]) => !earlier.has(address)))
    const texts = Array.from(found.mints, ([mint, sums]) => [
      mint,
      Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, String(amount)])),
    ])
    expect({ mints: Object.fromEntries(texts), lamports: String(found.lamports) }).toEqual({ mints, lamports })
  })

  it('hold what is minted, and in pools as much as is compressed or in Light accounts, in rounds 0, 1 and 95 too', () => {
    const rounds = [0, 1, 95].flatMap((round) =>
      loopRecording.lines().map((line) => ({
        slot: line.slot + round * roundSlots,
        transactions: [rpcResultOf(line)],
      })),
    )
    const compressed = new Map<string, bigint>()
    const live = new Map<string, { mint: string; amount: bigint }>()
    const add = (mint: string, amount: bigint) => compressed.set(mint, (compressed.get(mint) ?? 0n) + amount)
    let [checked, withHot] = [0, 0]
    const all = [...recording.slots(0), ...rounds]
    for (const [number, { slot, transactions }] of all.entries()) {
      for (const transaction of transactions) {
        const parsed = parseTransaction(transaction, PROGRAMS)
        if (!parsed.ok) throw new Error(parsed.reason)
        for (const { hash, token } of parsed.update?.outputs ?? []) {
          if (!token) continue
          const of = { mint: base58.encode(token.mint), amount: token.amount }
          live.set(base58.encode(hash), of)
          add(of.mint, of.amount)
        }
        for (const hash of parsed.update?.inputs ?? []) {
          const spent = live.get(base58.encode(hash))
          if (spent) add(spent.mint, -spent.amount)
        }
      }
      if (number % STEP > 0 || all[number + 1]?.slot === slot) continue
      for (const [mint, { supply, pooled, held, hot }] of totals(states.all(slot)).mints) {
        const hidden = (compressed.get(mint) ?? 0n) + hot
        expect({ slot, mint, pooled, supply }).toEqual({ slot, mint, pooled: hidden, supply: pooled + held })
        if (hot > 0n) withHot++
        checked++
      }
    }
    expect(checked).toBeGreaterThan(500)
    expect(withHot).toBeGreaterThan(10)
  })

  it('keep what every round took out of compressed accounts', () => {
    const heldAt = (slot: number) =>
      new Map(Array.from(totals(states.all(slot)).mints, ([mint, { held }]) => [mint, held]))
    const [start, end, later] = [0, 1, 96].map((rounds) => heldAt(firstSlot + Math.max(0, rounds * roundSlots - 1)))
    const grown = (to = new Map<string, bigint>()) => Array.from(to, ([mint, held]) => held - (start?.get(mint) ?? 0n))
    expect(grown(end).filter((amount) => amount > 0n)).toHaveLength(4)
    expect(grown(later)).toEqual(grown(end).map((amount) => 96n * amount))
  })

  it('of the loop are not there before it, and their wallets are filled up before each round', () => {
    const before = new Map(states.all(firstSlot - 1))
    const of = (round: number) =>
      Array.from(states.all(firstSlot + round * roundSlots)).filter(([address]) => !before.has(address))
    const wallets = (round: number) =>
      of(round).flatMap(([address, { lamports, data }]) => (data.length ? [] : [[address, lamports]]))
    expect(wallets(0).length).toBeGreaterThan(40)
    expect(wallets(95)).toEqual(wallets(0))
  })
})
