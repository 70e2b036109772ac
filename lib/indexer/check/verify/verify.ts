import { setImmediate } from 'node:timers/promises'
import { type Clock, MACHINE_CLOCK } from '../../../platform/clock'
import { lastDoubtfulSlot } from '../../store/doubtful'
import { toBytes, toNumber } from '../../store/rows'
import type { Store } from '../../store/store'
import type { FetchLeaves } from '../leaves/chain-leaves'
import { compareWithChain } from '../leaves/compare-leaves'
import { describeLeafProblem, describeTrees } from '../leaves/leaf-lines'
import { countWrongLeaves } from '../leaves/leaf-report'
import { LeafWalk } from '../leaves/leaf-walk'
import { provableLeavesOf } from '../leaves/provable'
import { CHECKED_ROWS, checkRow } from './check-row'
import { CONSISTENCY_RULES } from './rules'

export interface VerifyOptions {
  store: Store
  /** The database's own integrity check. Returns how many problems it printed. */
  checkPages(store: Store, print: (line: string) => void): Promise<number>
  /** Accounts of this program have token rows, and data whose hash is known. */
  tokenProgram: Uint8Array
  fetchLeaves?(ledger: string): FetchLeaves | null
  /** Accounts whose hashes are recomputed, spread evenly; null: all. */
  sample: number | null
  print(line: string): void
  clock?: Clock
  signal?: AbortSignal
}

const NAMED_ROWS = 5

const PROGRESS_INTERVAL_MS = 5000

const CHUNK = 500

const COUNTS = `SELECT slot,
  (SELECT count(*) FROM accounts WHERE spent = 0) AS live,
  (SELECT count(*) FROM accounts WHERE spent = 1) AS spent,
  (SELECT count(*) FROM token_accounts) AS tokens,
  (SELECT count(*) FROM transactions) AS transactions,
  (SELECT count(*) FROM blocks) AS blocks
  FROM store`

/** Returns the number of breaches; each is printed. No transaction lasts across checks: an indexer may be writing. */
export async function verify(options: VerifyOptions): Promise<number> {
  const { store, print } = options
  await printCounts(store, print)
  const breaches =
    (await options.checkPages(store, print)) +
    (await checkRules(store, print)) +
    (await checkLeaves(options)) +
    (await checkHashes(options))
  const doubtful = await lastDoubtfulSlot(store)
  const sound =
    doubtful === 0
      ? 'The store is sound'
      : `What the store holds is sound; up to slot ${doubtful} something may be missing that leaves no trace (docs/deployment.md)`
  print(breaches === 0 ? sound : `The store is damaged: ${breaches} breaches. Make it anew, or restore one`)
  return breaches
}

async function printCounts(store: Store, print: (line: string) => void): Promise<void> {
  const counts = await store.get(COUNTS)
  const count = (name: string) => toNumber(counts?.[name])
  print(
    `Slot ${count('slot')}: ${count('live')} live and ${count('spent')} spent accounts, ${count('tokens')} of them tokens`,
  )
  print(`${count('transactions')} transactions; the journal reaches back ${count('blocks')} blocks`)
}

async function checkRules(store: Store, print: (line: string) => void): Promise<number> {
  let breaches = 0
  for (const { breach, sql } of CONSISTENCY_RULES) {
    const count = toNumber((await store.get(`SELECT count(*) AS n FROM (${sql}) AS found`))?.n)
    if (count === 0) continue
    breaches += count
    const names = (await store.all(`${sql} LIMIT ${NAMED_ROWS}`)).map(({ name }) => String(name).toLowerCase())
    print(`${breach}: ${names.join(', ')}${count > NAMED_ROWS ? ` and ${count - NAMED_ROWS} more` : ''}`)
  }
  return breaches
}

async function checkLeaves({
  store,
  fetchLeaves,
  print,
  clock = MACHINE_CLOCK,
  signal = new AbortController().signal,
}: VerifyOptions): Promise<number> {
  const ledger = String((await store.get('SELECT ledger FROM store'))?.ledger)
  const provable = provableLeavesOf(ledger)
  if (provable.kind === 'nothing') {
    print(`leaf indices: nothing is proven, ${provable.reason}`)
    return 0
  }
  const walk = new LeafWalk(store, provable.kind === 'sandbox' ? provable.rounds : null)
  while ((await walk.step()) > 0) await setImmediate()
  const report = await compareWithChain(walk, provable, { store, ask: fetchLeaves?.(ledger) ?? null, clock, signal })
  for (const line of describeTrees(report)) print(line)
  for (const problem of report.problems) print(`leaf indices: ${describeLeafProblem(problem)}`)
  return report.trees.reduce((sum, tree) => sum + countWrongLeaves(tree), 0)
}

async function checkHashes({
  store,
  tokenProgram,
  sample,
  print,
  clock = MACHINE_CLOCK,
}: VerifyOptions): Promise<number> {
  const total = toNumber((await store.get('SELECT count(*) AS n FROM accounts'))?.n)
  const every = sample === null ? 1 : Math.max(1, Math.floor(total / sample))
  const wanted = sample === null ? total : Math.min(sample, total)
  const began = clock.wall()
  let spoke = began
  let breaches = 0
  let done = 0
  for (let after = 0n; done < wanted; await setImmediate()) {
    const rows = await store.all(CHECKED_ROWS, after, BigInt(every), BigInt(Math.min(CHUNK, wanted - done)))
    for (const row of rows) {
      for (const breach of checkRow(row, tokenProgram).problems) {
        breaches++
        if (breaches <= NAMED_ROWS) print(`${breach}: ${Buffer.from(toBytes(row.hash)).toString('hex')}`)
      }
      after = BigInt(toNumber(row.id))
      done++
      if (clock.wall() - spoke < PROGRESS_INTERVAL_MS) continue
      spoke = clock.wall()
      const left = Math.ceil(((spoke - began) / 1000 / done) * (wanted - done))
      print(`${done} of ${wanted} account hashes, about ${left} s left`)
    }
    // Gaps in the ids make a sample smaller.
    if (rows.length === 0) break
  }
  if (breaches > NAMED_ROWS) print(`and ${breaches - NAMED_ROWS} more`)
  print(`${done} of ${total} account hashes recomputed`)
  return breaches
}
