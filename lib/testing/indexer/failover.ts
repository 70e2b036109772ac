import { setTimeout } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { JOURNAL_BLOCKS } from '@/lib/indexer/store/journal'
import { openReader } from '@/lib/indexer/store/open'
import type { Store } from '@/lib/indexer/store/store'
import { undisturbed } from '@/lib/testing/node/followed'
import { grown, type MadeChain, slotsFrom } from '@/lib/testing/node/made-chain'
import { startNode } from '@/lib/testing/node/stand-in'
import { freePort } from '@/scripts/free-port.mjs'
import { digestOf, everyRow } from './every-row'
import { type IndexerProcess, startIndexer } from './indexer-process'
import { startPostgres } from './postgres'
import { randomFrom } from './random'
import { key, PROGRAM_IDS, PROGRAMS } from './synthetic-chain'

type Blow = 'SIGKILL' | 'SIGSTOP'

interface Failover {
  reads: number
  failed: string[]
  wentBack: number
  slotsLost: number
  doubled: number
  equal: boolean
}

interface FailoverOptions {
  blows: Blow[]
  /** Milliseconds between blocks, and between a client's requests. */
  blockMs: number
  pauseMs: number
  seed: number
}

const CLIENTS = 4

/** Milliseconds: a guard against a test that never ends. */
const GIVE_UP = 300_000

/** Blocks by which the chain is ahead while no one writes; at most fewer than the journal holds, so that all can be counted. */
const AHEAD = 20
const MAX_BLOCKS = JOURNAL_BLOCKS - 20

export async function failover({ blows, blockMs, pauseMs, seed }: FailoverOptions): Promise<Failover> {
  const random = randomFrom(seed)
  const server = await startPostgres()
  let chain = grown([], { slots: slotsFrom(1, 20, [7, 8]) })
  const node = await startNode(chain)
  const growing = new AbortController()
  const indexers: PolledIndexer[] = []
  try {
    const env = { LEDGER: `made-up=${node.url}`, DATABASE_URL: await server.freshDatabase() }
    for (const words of [[], [], ['--read-only']]) indexers.push(await PolledIndexer.start(env, words, pauseMs))
    const witness = witnessAmong(indexers)
    const growth = grow(blockMs, growing.signal, async () => {
      const next = (chain.at(-1)?.slot ?? 0) + 1
      if (chain.length === MAX_BLOCKS || next > (await witness.slot()) + AHEAD) return
      chain = grown(chain, { slots: [next] })
      node.serve(chain)
    })
    for (const blow of blows) {
      const after = (await witness.slot()) + 3 + Math.floor(random() * 10)
      await until(async () => (await witness.slot()) >= after)
      await takeOut(indexers, blow)
    }
    growing.abort()
    await growth
    const last = chain.at(-1)?.slot ?? 0
    for (const indexer of indexers) await indexer.reached(last)
    const reads = indexers.reduce((sum, { reads }) => sum + reads, 0)
    const failed = indexers.flatMap(({ failed }) => failed)
    const wentBack = indexers.reduce((sum, { wentBack }) => sum + wentBack, 0)
    for (const indexer of indexers) await indexer.end()
    const identity = { ledger: `genesis hash ${node.genesisHash}`, programIds: PROGRAM_IDS }
    const store = await openReader({ kind: 'postgres', url: env.DATABASE_URL }, identity)
    try {
      return { reads, failed, wentBack, ...(await compared(store, chain)) }
    } finally {
      await store.close()
    }
  } finally {
    growing.abort()
    for (const indexer of indexers) indexer.strike('SIGKILL')
    await node.close()
    await server.stop()
  }
}

async function grow(ms: number, signal: AbortSignal, step: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await step()
    await setTimeout(ms)
  }
}

function witnessAmong(indexers: PolledIndexer[]): PolledIndexer {
  const witness = indexers.at(-1)
  if (!witness) throw new Error('nobody is there')
  return witness
}

async function takeOut(indexers: PolledIndexer[], blow: Blow): Promise<void> {
  const roles = await Promise.all(indexers.map((indexer) => indexer.writes()))
  const writer = indexers[roles.indexOf(true)]
  const others = indexers.filter((indexer) => indexer !== writer)
  const witness = witnessAmong(others)
  if (!writer || roles.filter(Boolean).length !== 1) throw new Error(`wanted one writer: ${roles.join()}`)
  writer.strike(blow)
  // Requests in flight are stored by then.
  await setTimeout(100)
  const before = await witness.slot()
  await until(async () => (await witness.slot()) > before)
  await until(async () => (await Promise.all(others.map((other) => other.writes()))).includes(true))
  await writer.back(blow)
  await until(async () => !(await writer.writes()))
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await condition()); await setTimeout(20)) {
    if (performance.now() - began > GIVE_UP) throw new Error('it did not come')
  }
}

const REQUESTS = [
  { method: 'getIndexerSlot' },
  { method: 'getLatestCompressionSignatures', params: { limit: 50 } },
  { method: 'getCompressedAccountsByOwner', params: { owner: PROGRAMS.token, limit: 100 } },
  { method: 'getCompressedTokenAccountsByDelegate', params: { delegate: base58.encode(key('delegate')), limit: 100 } },
]

class PolledIndexer {
  reads = 0
  wentBack = 0
  readonly failed: string[] = []
  private asking = new AbortController()
  private clients: Promise<void>[] = []

  private constructor(
    private readonly env: Record<string, string>,
    private readonly words: string[],
    private readonly pauseMs: number,
    private process: IndexerProcess,
  ) {}

  static async start(env: Record<string, string>, words: string[], pauseMs: number): Promise<PolledIndexer> {
    const own = { ...env, INDEXER_PORT: String(await freePort()) }
    const indexer = new PolledIndexer(own, words, pauseMs, await startIndexer(own, { words }))
    await indexer.begin()
    return indexer
  }

  strike(blow: Blow): void {
    this.asking.abort()
    this.process.child.kill(blow)
  }

  async back(blow: Blow): Promise<void> {
    if (blow === 'SIGSTOP') this.process.child.kill('SIGCONT')
    else await this.process.ended
    await Promise.all(this.clients)
    if (blow === 'SIGKILL') this.process = await startIndexer(this.env, { words: this.words })
    await this.begin()
  }

  async end(): Promise<void> {
    this.asking.abort()
    await Promise.all(this.clients)
    this.process.child.kill('SIGTERM')
    const code = await this.process.ended
    if (code !== 0) throw new Error(`no clean end (${code}): ${this.process.output()}`)
  }

  async slot(): Promise<number> {
    return Number(/"result":(\d+)/.exec(await this.ask({ method: 'getIndexerSlot' }))?.[1])
  }

  async writes(): Promise<boolean> {
    const text = await (await fetch(`${this.url()}/metrics`)).text()
    return /^leafscan_ingest_writer 1$/m.test(text)
  }

  async reached(slot: number): Promise<void> {
    await until(async () => (await this.slot()) === slot)
  }

  private async begin(): Promise<void> {
    if ((await this.process.ready) !== 'ready') throw new Error(this.process.output())
    this.asking = new AbortController()
    this.clients = Array.from({ length: CLIENTS }, (_, i) => this.client(i, this.asking.signal))
  }

  private async client(first: number, signal: AbortSignal): Promise<void> {
    let highest = 0
    for (let n = first; !signal.aborted; n++) {
      const request = REQUESTS[n % REQUESTS.length] ?? { method: '' }
      // A request in flight at the kill does not count as a failure.
      const answer = await this.ask(request).catch((error: unknown) => String(error))
      if (signal.aborted) return
      this.reads++
      if (!answer.includes('"result":')) this.failed.push(`${request.method}: ${answer.slice(0, 300)}`)
      const slot = Number(/"result":(\d+),/.exec(answer)?.[1] ?? highest)
      if (slot < highest) this.wentBack++
      highest = Math.max(highest, slot)
      await setTimeout(this.pauseMs)
    }
  }

  private async ask(request: { method: string; params?: unknown }): Promise<string> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(this.url(), { method: 'POST', headers, body })).text()
  }

  private url(): string {
    return `http://127.0.0.1:${this.env.INDEXER_PORT}`
  }
}

async function compared(store: Store, chain: MadeChain) {
  const slots = new Set((await store.all('SELECT slot FROM blocks')).map(({ slot }) => Number(slot)))
  const signatures = (await store.all('SELECT signature FROM transactions')).map(({ signature }) =>
    Buffer.from(signature as Uint8Array).toString('hex'),
  )
  const { store: _, ...rows } = await everyRow(store)
  const { store: __, ...wanted } = await everyRow(await undisturbed(chain))
  return {
    slotsLost: chain.filter(({ slot }) => !slots.has(slot)).length,
    doubled: signatures.length - new Set(signatures).size,
    equal: digestOf(rows) === digestOf(wanted),
  }
}
