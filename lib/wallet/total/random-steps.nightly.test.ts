import { existsSync } from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type RecordedLine, rpcResultOf } from '@/lib/indexer/ledger/recording'
import { startServer } from '@/lib/indexer/server/server'
import { openSqlite } from '@/lib/indexer/store/sqlite/open'
import { parseJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { indexed } from '@/lib/testing/indexer/indexed'
import { nodeHere } from '@/lib/testing/indexer/node-client'
import { nodeOfTest } from '@/lib/testing/of-test'
import { SEED } from '../../../scripts/seed'
import { type MintTotal, PLACES, type Place, type PlaceSum, type WalletTotal } from './contract'

/*
 * Steps on the real programs in litesvm: after each, the chain node answers what the machine holds, and the embedded indexer
 * has indexed the step's transaction.
 */

const RECORDER = path.join(import.meta.dirname, '../../testing/recorder')
const lacks = existsSync(path.join(RECORDER, 'node_modules/litesvm')) ? '' : ' [needs npm ci in lib/testing/recorder]'

const STEPS = 300

/** Each must have been taken. */
const BETWEEN_PLACES = ['wrap', 'unwrap', 'compress a part', 'compress and close', 'load', 'decompress']

/** An explorer knows mints from its earlier readings, and a new one does not. */
const RESTART_STEPS = 5

/** Milliseconds after which nothing that was read before is used again. */
const NEW_READING_MS = 60_000

const SERVER = { host: '127.0.0.1', port: 0, metrics: () => '' }

interface MachineAccount {
  address: string
  owner: string
  lamports: bigint
  data: Buffer
}

interface Machine {
  wallets: string[]
  mints: string[]
  /** SPL Token, Token-2022, Light Token. */
  programs: string[]
  /** Wallets by the Light Token accounts that are theirs. */
  associated: Record<string, string>
  slot(): number
  isFull(): boolean
  accountsOf(program: string): MachineAccount[]
  account(address: string): MachineAccount
  unspent(): { owner: string; lamports: bigint; token: { owner: string; mint: string; amount: bigint } | null }[]
  step(): Promise<{ name: string; line: string | null }>
}

type Held = Record<Place, PlaceSum>

const none = (): PlaceSum => ({ accounts: 0, amount: 0n })

/** What each wallet holds of each mint, by the machine's bytes alone. facts/hot-tokens.md 2, 4. */
function heldIn({ wallets, programs, associated, accountsOf, unspent }: Machine): Map<string, Map<string, Held>> {
  const held = new Map(wallets.map((wallet) => [wallet, new Map<string, Held>()]))
  const add = (wallet: string, mint: string, place: Place, amount: bigint) => {
    const of = held.get(wallet)
    const places = of?.get(mint) ?? { spl: none(), token2022: none(), light: none(), compressed: none() }
    places[place] = { accounts: places[place].accounts + 1, amount: places[place].amount + amount }
    of?.set(mint, places)
  }
  for (const [i, program] of programs.entries()) {
    for (const { data } of accountsOf(program)) {
      if (data.length < 165 || (data.length > 165 && data[165] !== 2)) continue
      const [mint = '', wallet = ''] = [0, 32].map((at) => base58.encode(data.subarray(at, at + 32)))
      add(wallet, mint, PLACES[i] as Place, data.readBigUInt64LE(64))
    }
  }
  for (const { token } of unspent()) {
    if (token) add(associated[token.owner] ?? token.owner, token.mint, 'compressed', token.amount)
  }
  return held
}

const totalOf = (places: Held) => PLACES.reduce((all, place) => all + places[place].amount, 0n)

function expectedOf(machine: Machine, wallet: string, held: Map<string, Held>) {
  const compressed = machine.unspent().filter(({ token, owner }) => token === null && owner === wallet)
  return {
    complete: true,
    slot: machine.slot(),
    chain: machine.account(wallet).lamports,
    compressed: compressed.reduce((all, { lamports }) => all + lamports, 0n),
    mints: Object.fromEntries([...held].map(([mint, places]) => [mint, { total: totalOf(places), ...places }])),
  }
}

function shownOf({ result, meta }: { result: WalletTotal; meta: { complete: boolean } }) {
  const { slot, sol, mints } = result
  // Safe integers are numbers in JSON.
  const placesOf = ({ places }: MintTotal) =>
    PLACES.map((place) => [place, { ...places[place], amount: BigInt(places[place].amount) }])
  return {
    complete: meta.complete,
    slot,
    chain: BigInt(sol.chain ?? -1),
    compressed: BigInt(sol.compressed ?? -1),
    mints: Object.fromEntries(
      mints.map((each) => [each.mint, { total: BigInt(each.total ?? -1), ...Object.fromEntries(placesOf(each)) }]),
    ),
  }
}

describe.skipIf(lacks !== '')(`totals after random steps on the real programs${lacks}`, () => {
  const explorer = explorerPerTest()

  it(`are exact and the sum of all accounts, after each of ${STEPS}`, async () => {
    const { openRandomSteps } = await import(path.join(RECORDER, 'random-steps.mjs'))
    const node = await nodeOfTest()
    vi.stubEnv('INDEXER_URL', '')
    vi.stubEnv('CHAIN_URL', node.url)

    const taken: Record<string, number> = {}
    for (let machines = 1, steps = 0; steps < STEPS; machines++) {
      const machine: Machine = await openRandomSteps(`${SEED} ${machines}`)
      const store = openSqlite(':memory:', { ledger: 'made up', programIds: {} })
      const server = await startServer(nodeHere(store, { kind: 'sandbox' }), SERVER)
      onTestFinished(() => server.close())
      vi.stubEnv('INDEXER_PORT', String(server.port))
      await explorer.restart()
      for (let step = 1; steps < STEPS && !machine.isFull(); step++) {
        const { name, line } = await machine.step()
        if (line === null) continue
        steps++
        taken[name] = (taken[name] ?? 0) + 1
        const slot = machine.slot()
        const recorded = JSON.parse(line) as RecordedLine
        await indexed([{ slot, blockTime: 1_790_000_000, transactions: [rpcResultOf(recorded)] }], store)
        // The explorer looks for the indexer's transactions on the chain node.
        node.transactions.set(base58.encode(Buffer.from(recorded.wire, 'hex').subarray(1, 65)), { slot })
        const accounts = [...machine.programs.flatMap(machine.accountsOf), ...machine.wallets.map(machine.account)]
        node.accounts = new Map(accounts.map((account) => [account.address, account]))
        node.serve([], slot)
        await explorer.clock.pass(NEW_READING_MS)
        if (steps % RESTART_STEPS === 0) await explorer.restart()

        const where = `TEST_SEED=${SEED}, machine ${machines}, step ${step}, ${name}`
        const held = heldIn(machine)
        for (const mint of machine.mints) {
          const all = [...held.values()].flatMap((of) => of.get(mint) ?? []).reduce((sum, of) => sum + totalOf(of), 0n)
          expect(all, where).toBe(machine.account(mint).data.readBigUInt64LE(36))
        }
        for (const [wallet, of] of held) {
          const { text: body } = await explorer.get(`wallet?address=${wallet}`)
          const shown = parseJson(body) as { result: WalletTotal; meta: { complete: boolean } }
          const about = `${where}, wallet ${wallet}: ${shown.result.reasons}`
          expect(shownOf(shown), about).toEqual(expectedOf(machine, wallet, of))
        }
      }
    }
    for (const name of BETWEEN_PLACES) expect(taken[name], name).toBeGreaterThan(0)
  })
})
