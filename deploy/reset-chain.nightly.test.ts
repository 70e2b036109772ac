import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BOUND, FIRST, lastSlot, type Named } from '@/lib/testing/indexer/resettable'
import { grown, madeHash, slotsFrom } from '@/lib/testing/node/made-chain'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'

/** Milliseconds between slots, and between samples. */
const SLOT = 400
const SAMPLE = 250

class Live {
  private readonly timer: NodeJS.Timeout

  private constructor(
    readonly node: NodeStandIn,
    private chain: Named,
  ) {
    node.genesisHash = chain.genesisHash
    this.timer = setInterval(() => {
      const { genesisHash, blocks } = this.chain
      this.chain = { genesisHash, blocks: grown(blocks, { slots: [lastSlot(this.chain) + 1], fork: genesisHash }) }
      node.serve(this.chain.blocks)
    }, SLOT)
  }

  static async begin(chain: Named, port = 0): Promise<Live> {
    return new Live(await startNode(chain.blocks, port), chain)
  }

  has(slot: number): boolean {
    return this.chain.blocks.some((block) => block.slot === slot)
  }

  async end(): Promise<number> {
    clearInterval(this.timer)
    await this.node.close()
    return Number(new URL(this.node.url).port)
  }
}

const chainFrom = (name: string, first: number, last: number): Named => ({
  genesisHash: madeHash(name),
  blocks: grown([], { slots: slotsFrom(first, last), fork: name }),
})

interface Sample {
  at: number
  isOk: boolean
  slots: number[]
}

async function sample({ url }: Leafscan): Promise<Sample> {
  const at = performance.now()
  const [health, latest] = await Promise.all([
    fetch(`${url}/api/v1/health?strict=1`),
    fetch(`${url}/api/v1/getLatestCompressionSignatures?limit=10`),
  ])
  await health.text()
  const answer = JSON.parse(await latest.text())
  return {
    at,
    isOk: health.status === 200,
    slots: (answer.result?.value.items ?? []).map(({ slot }: { slot: number }) => slot),
  }
}

test.each([
  ['lower', chainFrom('second', 1, 5)],
  ['higher', chainFrom('second', 1000, 1040)],
])(
  'a validator that comes back with a %s chain: the explorer stays, and is not ok over old rows',
  async (_, second) => {
    let live = await Live.begin(FIRST)
    const leafscan = await startLeafscan({ LEDGER: live.node.url, START_SLOT: 'latest' })
    try {
      const until = async (is: (of: Sample) => boolean) => {
        for (;;) {
          if (is(await sample(leafscan))) return
          await wait(SAMPLE)
        }
      }
      await until(({ isOk, slots }) => isOk && slots.length > 3)
      live = await Live.begin(second, await live.end())
      const backAt = performance.now()
      const samples: Sample[] = []
      const isNew = ({ slots }: Sample) => slots.length > 3 && slots.every((slot) => live.has(slot))
      await until((of) => {
        samples.push(of)
        return of.isOk && isNew(of)
      })
      const late = samples.filter((of) => of.isOk && !isNew(of) && of.slots.length > 0 && of.at - backAt > BOUND)
      expect(late).toEqual([])
      expect(leafscan.output().match(/The chain was replaced: /g)).toHaveLength(1)
      expect(leafscan.process.exitCode).toBe(null)
      process.stdout.write(`followed after ${Math.round(((samples.at(-1)?.at ?? 0) - backAt) / 1000)} s\n`)
    } finally {
      await leafscan.stop()
      await live.end()
    }
  },
)
