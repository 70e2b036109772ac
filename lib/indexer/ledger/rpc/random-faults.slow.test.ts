import { setTimeout } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { everyRow } from '@/lib/testing/indexer/every-row'
import { randomFrom } from '@/lib/testing/indexer/random'
import { followNodes, undisturbed } from '@/lib/testing/node/followed'
import { grown, type MadeChain, shortened, slotsFrom } from '@/lib/testing/node/made-chain'
import { type Fault, startNode } from '@/lib/testing/node/stand-in'

/* facts/reliability.md (c) D04 to D10, all at once and at random; the seed is printed. */

const RUNS = 12
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

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
  { result: (told) => (told === null || typeof told !== 'object' ? told : { ...told, transactions: null }) },
  { delay: 30 },
]

it(`any mixture of forks and faults comes to the rows of an undisturbed run (SEED=${seed})`, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (let run = 0; run < RUNS; run++) {
    const random = randomFrom(seed + run)
    const upTo = (limit: number) => Math.floor(random() * limit)
    const slots = (first: number, length: number) => slotsFrom(first, first + length).filter(() => random() < 0.85)
    let chain: MadeChain = grown([], { slots: [1, ...slots(2, 60)] })
    const nodes = [await startNode(chain), await startNode(chain)]
    for (const node of nodes) node.script = () => (random() < 0.1 ? (FAULTS[upTo(FAULTS.length)] ?? null) : null)
    const live = await followNodes(nodes)
    try {
      for (let change = 0; change < 6; change++) {
        await setTimeout(upTo(150))
        // Sometimes the chain only grows; a fork always reaches beyond what it leaves.
        const top = chain.at(-1)?.slot ?? 0
        const ancestor = shortened(chain, Math.min(chain.length - 1, random() < 0.4 ? 0 : 1 + upTo(35)))
        const from = (ancestor.at(-1)?.slot ?? 0) + 1
        chain = grown(ancestor, { slots: [...slots(from, top - from), top + 1 + upTo(4)], fork: `${run}/${change}` })
        // One node may lag behind the other, on another fork.
        for (const node of random() < 0.3 ? nodes.slice(upTo(2)) : nodes) node.serve(chain)
      }
      for (const node of nodes) {
        node.script = null
        node.serve(chain)
      }
      await Promise.race([
        live.reached(chain),
        setTimeout(60_000).then(() => {
          throw new Error(`run ${run} of seed ${seed} did not come to its chain`)
        }),
      ])
      expect(await everyRow(live.store), `run ${run} of seed ${seed}`).toEqual(await everyRow(await undisturbed(chain)))
    } finally {
      await live.stop().catch(() => undefined)
      await Promise.all(nodes.map((node) => node.close()))
    }
  }
})
