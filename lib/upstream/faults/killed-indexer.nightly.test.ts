import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Client } from '@/lib/testing/api/client'
import { type ApiServer, serveApi } from '@/lib/testing/api/server'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { forgetProcess } from '@/lib/testing/upstream/new-process'
import type { AnswerMeta } from '../../api/answer'
import type { AccountItem } from '../../protocol/rpc/items'
import { parseJson } from '../../protocol/rpc/json'
import { limits } from '../../rpc-client/limits'
import { startProbes } from '../../status/health/probe'
import { upstreamOf } from '../indexer/indexers'
import { indexersOf, networkNamed } from '../networks/networks'

/* Real server, real clock. Lamports identify the indexer that a row is from. */

const OWNERS = Array.from({ length: 12 }, (_, i) => addressOf(`owner ${i}`))
const sizeOf = (i: number) => [40, 700, 2_300][i % 3] as number
/** One address may take 16 files at once. */
const READERS = 16
const KILLS = 6
const READS = 60

const SECOND_S = 1_000_000_000n

let standIns: [StandIn, StandIn]
let server: ApiServer
let client: Client

beforeEach(async () => {
  for (const stream of [process.stderr, process.stdout]) vi.spyOn(stream, 'write').mockImplementation(() => true)
  const accounts = OWNERS.flatMap((owner, i) => makeAccounts(owner, sizeOf(i)))
  const others = accounts.map((account) => ({ ...account, lamports: account.lamports + SECOND_S }))
  standIns = [await startStandIn({ accounts }), await startStandIn({ accounts: others, slot: 418_889_990 })]
  vi.stubEnv('INDEXER_URL', standIns.map(({ url }) => `near=${url}`).join(','))
  vi.stubEnv('PROBE_SECONDS', '1')
  await forgetProcess()
  // Indexers, explorer and readers share a thread: a slow machine must not look like a hanging indexer.
  Object.assign(limits(), { connectMs: 60_000, attemptMs: 60_000, queueMs: 60_000, totalMs: 120_000 })
  server = await serveApi()
  client = new Client()
})

afterEach(async () => {
  client.close()
  await server.close()
  await Promise.all(standIns.map((standIn) => standIn.stop()))
  await forgetProcess()
  vi.unstubAllEnvs()
})

const METHOD = 'getCompressedAccountsByOwner'
const whose = ({ lamports }: Pick<AccountItem, 'lamports'>) => (lamports < SECOND_S ? 'near#1' : 'near#2')
const hashesOf = (owner: string) =>
  standIns[0].data.accounts.filter((account) => account.owner === owner).map(({ hash }) => hash)

interface ReadsSeen {
  reads: number
  failures: string[]
  underWay: Set<Promise<unknown>>
  moved: { lists: number; files: number }
}

const nothingSeen = (): ReadsSeen => ({ reads: 0, failures: [], underWay: new Set(), moved: { lists: 0, files: 0 } })

async function ask(path: string, seen: ReadsSeen): Promise<{ status: number; text: string }> {
  const asking = client.ask(server.port, `/api/v1/${path}`)
  seen.underWay.add(asking)
  try {
    return await asking
  } finally {
    seen.underWay.delete(asking)
    seen.reads++
  }
}

async function read(
  path: string,
  seen: ReadsSeen,
): Promise<{ result: { value: { items: AccountItem[]; cursor?: string | null } }; meta: AnswerMeta } | null> {
  const { status, text } = await ask(path, seen)
  if (status === 200) return parseJson(text) as never
  seen.failures.push(`${status} ${path.slice(0, 90)} ${text.slice(0, 300)}`)
  return null
}

async function pageThrough(owner: string, seen: ReadsSeen): Promise<void> {
  const hashes: string[] = []
  const from = new Set<string>()
  for (let cursor = ''; ; ) {
    const answer = await read(`${METHOD}?owner=${owner}&limit=250${cursor && `&cursor=${cursor}`}`, seen)
    if (!answer) return
    const { result, meta } = answer
    const { items } = result.value
    expect(new Set(items.map(whose))).toEqual(new Set(items.length > 0 ? [meta.indexer] : []))
    for (const item of items) from.add(whose(item))
    if (from.size > 1) expect(meta).toMatchObject({ moved: true, complete: null })
    hashes.push(...items.map(({ hash }) => hash))
    cursor = result.value.cursor ?? ''
    if (cursor === '') break
  }
  if (from.size > 1) seen.moved.lists++
  expect(hashes).toEqual(hashesOf(owner))
}

async function exportAll(owner: string, seen: ReadsSeen): Promise<void> {
  const { status, text } = await ask(`${METHOD}/export?owner=${owner}&format=ndjson`, seen)
  if (status !== 200) return void seen.failures.push(`${status} export ${text.slice(0, 300)}`)
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => parseJson(line) as Record<string, never>)
  const rows = lines.slice(1, -1) as unknown as AccountItem[]
  const { complete, completeReason = '' } = (lines.at(-1)?.end ?? {}) as {
    complete?: boolean | null
    completeReason?: string
  }
  expect(rows.map(({ hash }) => hash)).toEqual(hashesOf(owner))
  if (new Set(rows.map(whose)).size === 1) return
  seen.moved.files++
  expect(complete).toBeNull()
  expect(completeReason).toContain('another indexer')
}

test('killed again and again under load: no read fails, and what is of both says so', async () => {
  const seen = nothingSeen()
  let over = false
  const reader = async (n: number) => {
    for (let i = n; !over; i++) {
      const owner = OWNERS[i % OWNERS.length] as string
      if (i % 4 === 0) await exportAll(owner, seen)
      else if (i % 4 === 1) await read('getIndexerSlot', seen)
      else await pageThrough(owner, seen)
    }
  }
  const network = networkNamed('near')
  if (!network) throw new Error('there is no network')
  startProbes()
  const readers = Array.from({ length: READERS }, (_, n) => reader(n))
  const killer = async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const victim = standIns[kill % 2] as StandIn
      const reads = seen.reads + READS
      await until(() => seen.reads >= reads)
      await victim.stop()
      await until(() => seen.reads >= reads + READS)
      await victim.start()
      // Until its breaker is closed, only the other of the two answers.
      await until(() => indexersOf(network).every((indexer) => upstreamOf(indexer).breaker.state === 'closed'))
      // A reader refused by this one and waiting for the other must not see that one die too.
      await Promise.allSettled(seen.underWay)
    }
    over = true
  }
  await Promise.all([killer(), ...readers])
  expect(seen.failures).toEqual([])
  expect(seen.reads).toBeGreaterThan(KILLS * READS)
  expect(seen.moved.lists + seen.moved.files).toBeGreaterThan(0)
})
