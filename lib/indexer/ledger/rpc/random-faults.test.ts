import { it, vi } from 'vitest'
import { pause } from '@/lib/platform/clock'
import { randomFrom } from '@/lib/testing/indexer/random'
import { expectSameRows } from '@/lib/testing/indexer/same-rows'
import { undisturbed } from '@/lib/testing/node/followed'
import { followingOfTest } from '@/lib/testing/node/following'
import { grown, type MadeChain, shortened, slotsFrom } from '@/lib/testing/node/made-chain'
import type { Fault } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { SEED } from '@/scripts/seed'

/* D04 to D10 of facts/reliability.md (c), all at once and at random; nightly with other seeds. */

const RUNS = process.env.SUITE === 'nightly' ? 12 : 2

/** Milliseconds of the follower's time within which the chain changes. */
const CHANGES_WITHIN = 3000

const FAULTS: Fault[] = [
  { cutAfter: 200 },
  { reset: true },
  { status: 500 },
  { status: 429 },
  { body: '<html>' },
  { error: { code: -32004, message: 'Block not available for slot' } },
  { error: { code: -32007, message: 'Slot was skipped, or missing due to ledger jump to recent snapshot' } },
  { error: { code: -32009, message: 'Slot was skipped, or missing in long-term storage' } },
  { error: { code: -32603, message: 'Internal error' } },
  { result: () => null },
  { result: (answer) => (answer === null || typeof answer !== 'object' ? answer : { ...answer, transactions: null }) },
  { delay: 30 },
]

const seeds = Array.from({ length: RUNS }, (_, run) => SEED + run)

it.each(seeds)('any mixture of forks and faults comes to the rows of an undisturbed run (seed %i)', async (seed) => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const random = randomFrom(seed)
  const upTo = (limit: number) => Math.floor(random() * limit)
  const slots = (first: number, length: number) => slotsFrom(first, first + length).filter(() => random() < 0.85)
  let chain: MadeChain = grown([], { slots: [1, ...slots(2, 60)] })
  const nodes = [await nodeOfTest(chain), await nodeOfTest(chain)]
  for (const node of nodes) node.script = () => (random() < 0.1 ? (FAULTS[upTo(FAULTS.length)] ?? null) : null)
  const live = await followingOfTest(nodes)
  for (let change = 0; change < 6; change++) {
    await pause(upTo(CHANGES_WITHIN), undefined, live.clock)
    // Sometimes the chain only grows; a fork is always longer than what it replaces.
    const top = chain.at(-1)?.slot ?? 0
    const ancestor = shortened(chain, Math.min(chain.length - 1, random() < 0.4 ? 0 : 1 + upTo(35)))
    const from = (ancestor.at(-1)?.slot ?? 0) + 1
    chain = grown(ancestor, { slots: [...slots(from, top - from), top + 1 + upTo(4)], fork: `${seed}/${change}` })
    for (const node of random() < 0.3 ? nodes.slice(upTo(2)) : nodes) node.serve(chain)
  }
  for (const node of nodes) {
    node.script = null
    node.serve(chain)
  }
  await live.reached(chain)
  await expectSameRows(live.store, await undisturbed(chain))
})
