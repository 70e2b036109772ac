import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { pause } from '@/lib/platform/clock'
import { comes } from '@/lib/testing/comes'
import { watching } from '@/lib/testing/node/followed'
import { GENESIS_HASH, grown, type MadeChain, madeHash, slotsFrom } from '@/lib/testing/node/made-chain'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import { freePort } from '@/scripts/free-port.mjs'
import { IdleClock } from './idle-clock'
import { endHere, type IndexerHere, startHere } from './indexer-here'
import { ask, slotAt } from './small-ledger'

/** Milliseconds after which nothing may be ok over the rows of a chain that is gone. */
export const BOUND = 15_000

/** Milliseconds between polls, and of quiet real time before each: a chain switch uses a disk and threads. */
const TICK = 100
const QUIET = 1

export interface Named {
  genesisHash: string
  blocks: MadeChain
}

export const chainOf = (name: string, last: number): Named => ({
  genesisHash: name === 'first' ? GENESIS_HASH : madeHash(`genesis of ${name}`),
  blocks: grown([], { slots: slotsFrom(1, last), fork: name }),
})

export const FIRST = chainOf('first', 30)

export const stores = (folder: string) => fs.readdirSync(folder).filter((name) => name.endsWith('.sqlite'))

export function storeOf(folder: string, { genesisHash }: Named): string {
  const name = stores(folder).find((name) => name.includes(genesisHash.slice(0, 8)))
  if (name === undefined) throw new Error(`no store of ${genesisHash}`)
  return path.join(folder, name)
}

type Variables = Record<string, string>

export const healthAt = async (env: Variables) => JSON.parse(await ask(env, 'getIndexerHealth'))
export const isOk = async (env: Variables) => (await healthAt(env)).result === 'ok'
export const slotIs = async (env: Variables, slot: number) =>
  (await slotAt(env)) === `{"jsonrpc":"2.0","result":${slot},"id":1}`

export async function latestAt(env: Variables): Promise<number[] | null> {
  const { result } = JSON.parse(await ask(env, 'getLatestCompressionSignatures', '{"limit":1000}'))
  return result?.value.items.map(({ slot }: { slot: number }) => slot) ?? null
}

export const lastSlot = ({ blocks }: Named) => blocks.at(-1)?.slot ?? 0

export const follows = (env: Variables, chain: Named) =>
  comes(async () => {
    expect(await slotIs(env, lastSlot(chain))).toBe(true)
    expect(await isOk(env)).toBe(true)
  })

export async function followsAlone(env: Variables, chain: Named): Promise<void> {
  await follows(env, chain)
  expect(new Set(await latestAt(env))).toEqual(new Set(chain.blocks.map(({ slot }) => slot)))
}

export class Resettable {
  private readonly ended = new AbortController()
  private followedAt: number | null = null

  private constructor(
    readonly node: NodeStandIn,
    readonly clock: IdleClock,
  ) {
    void this.tick()
  }

  static async begin(): Promise<Resettable> {
    const node = await startNode()
    return new Resettable(node, watching(new IdleClock(QUIET), [node]))
  }

  async end(): Promise<void> {
    this.ended.abort()
    await endHere()
    await this.node.close()
  }

  serve({ genesisHash, blocks }: Named): void {
    this.node.genesisHash = genesisHash
    this.node.serve(blocks)
  }

  async environmentIn(folder: string, more: Variables = {}): Promise<Variables> {
    const INDEXER_PORT = String(await freePort())
    this.clock.watch(`http://127.0.0.1:${INDEXER_PORT}`)
    return { LEDGER: this.node.url, DATA_DIR: folder, INDEXER_PORT, METRICS_PORT: '', ...more }
  }

  async started(env: Variables, options: { readOnly?: boolean } = {}): Promise<IndexerHere> {
    const onLine = (line: string) => {
      if (line.startsWith('The chain was replaced: ')) this.followedAt = this.clock.monotonic()
    }
    const indexer = startHere(env, { clock: this.clock, onLine, ...options })
    await indexer.ready
    return indexer
  }

  async turnsTo(env: Variables, chain: Named): Promise<void> {
    const began = this.clock.monotonic()
    this.followedAt = null
    this.serve(chain)
    await comes(async () => {
      const requestedAt = this.clock.monotonic()
      const isFalse = (await isOk(env)) && this.followedAt === null
      if (isFalse) expect(requestedAt - began).toBeLessThan(BOUND)
      expect(this.followedAt).not.toBe(null)
    })
    expect(Number(this.followedAt) - began).toBeLessThan(BOUND)
    await followsAlone(env, chain)
  }

  /** Never sleep long: the time would jump far ahead during a switch of chains. */
  private async tick(): Promise<void> {
    while (!this.ended.signal.aborted) await pause(TICK, this.ended.signal, this.clock)
  }
}
