import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readExposition, type SeriesLine } from '@/lib/testing/deploy/exposition'
import { ownLabels } from '@/lib/testing/deploy/promql'
import { OWNER } from '@/lib/testing/deploy/three-explorers'
import { usedMetrics } from '@/lib/testing/deploy/used-metrics'
import { type IndexerProcess, killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { hashOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { describeWith } from '@/lib/testing/tools'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import { freePort } from '@/scripts/free-port.mjs'

/** Network names that INDEXER_URL allows and that code could trip over. */
const NAMES = ['plain', 'constructor', 'toString', '0', 'NaN', 'A._-', `long-${'x'.repeat(300)}`, 'hasOwnProperty']
const KEY = 'f00dfeedkey'

let indexer: StandIn
let explorer: Leafscan
let sandbox: IndexerProcess
let folder: string
let texts: { explorer: string; indexer: string }
let series: SeriesLine[]

beforeAll(async () => {
  indexer = await startStandIn({ accounts: makeAccounts(OWNER, 30), latest: makeSignatures(100), lag: 500 })
  const now = Math.floor(Date.now() / 1000)
  for (const [i, item] of indexer.data.latest.entries()) item.blockTime = now - i
  const port = await freePort()
  explorer = await startLeafscan({
    INDEXER_URL: NAMES.map((name) => `${name}=${indexer.url}/?api-key=${KEY}`).join(','),
    INDEXER_RATE: 'plain=500',
    METRICS_PORT: String(port),
    PROBE_SECONDS: '0.5',
  })
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-metrics-'))
  const indexerPort = await freePort()
  sandbox = await startIndexer({ DATA_DIR: folder, INDEXER_PORT: String(indexerPort) })
  expect(await sandbox.ready).toBe('ready')
  await everyWord()
  await vi.waitFor(async () => {
    texts = {
      explorer: await text(`http://127.0.0.1:${port}/metrics`),
      indexer: await text(`http://127.0.0.1:${indexerPort}/metrics`),
    }
    expect(texts.explorer.match(/^leafscan_indexer_slot\{/gm)).toHaveLength(NAMES.length)
    expect(texts.indexer).toMatch(/^leafscan_ingest_catch_up_seconds \d/m)
  }, 10_000)
  series = [...readExposition(texts.explorer), ...readExposition(texts.indexer)]
}, 300_000)

afterAll(async () => {
  await explorer?.stop()
  sandbox?.child.kill('SIGTERM')
  await sandbox?.ended
  killRunning()
  fs.rmSync(folder, { recursive: true, force: true })
  await indexer?.stop()
})

async function text(url: string): Promise<string> {
  return (await fetch(url)).text()
}

async function everyWord(): Promise<void> {
  const latest = 'getLatestCompressionSignatures'
  const ask = (path: string) => text(`${explorer.url}/api/v1/${path}`)
  for (const name of NAMES) await ask(`getIndexerSlot?cluster=${name}`)
  await ask(`${latest}?limit=10`)
  await ask(`${latest}?limit=10`)
  await ask(`${latest}?limit=1001`)
  // Not once: a check may come first.
  indexer.fail(FAULTS.serverError, { methods: [latest] })
  await ask(`${latest}?limit=25`)
  indexer.fail(FAULTS.wrongShape, { methods: [latest] })
  await ask(`${latest}?limit=100&cluster=constructor`)
  indexer.fail(null)
  const rows = makeAccounts(OWNER, 30)
  const chunk = (from: number, cursor: string): Fault => ({
    kind: 'result',
    result: { context: { slot: 418_890_000 }, value: { items: rows.slice(from, from + 10), cursor } },
  })
  indexer.script('getCompressedAccountsByOwner', chunk(0, 'one'), chunk(10, 'two'), chunk(20, 'one'))
  await ask(`getCompressedAccountsByOwner?owner=${OWNER}`)
  await ask(`getCompressionSignaturesForAccount?hash=${hashOf('nobody')}`)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  // Remembered answers are stale by now, and the indexer refuses to renew them.
  indexer.fail(FAULTS.rateLimited('30'), { methods: [latest] })
  for (let n = 0; n < 5; n++) await ask(`${latest}?limit=10`)
  indexer.fail(null)
}

describeWith('promtool', 'promtool check metrics', () => {
  test.each(['explorer', 'indexer'] as const)('accepts what the %s says, without a remark', (who) => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: texts[who],
      encoding: 'utf8',
    })
    expect(`${stdout}${stderr}`).toBe('')
    expect(status).toBe(0)
  })
})

/** Absent without a chain node, a second indexer, https, a webhook, or a finished walk over a sandbox's leaves; see metric-names.test.ts. */
const ABSENT =
  /^leafscan_(?:chain_moves|chain_head_slot|chain_node\w+|webhook_delivering|heartbeat_total|upstream_certificate\w+|indexer_chain_lag_\w+|compare_\w+|ingest_nodes_aside|store_(?:wrong_leaves|leaf_walk_timestamp_seconds))$/

const requested = usedMetrics().filter(({ selectors }) => selectors.some(({ metric }) => !ABSENT.test(metric)))

describe('what rules and dashboard name', () => {
  test.each(requested)('$where: is there, with its labels and words', ({ selectors, grouped }) => {
    const found = new Set<string>()
    for (const { metric, matchers } of selectors.filter(({ metric }) => !ABSENT.test(metric))) {
      const lines = series.filter((line) => line.metric === metric)
      expect(lines.length, metric).toBeGreaterThan(0)
      const labels = new Set(lines.flatMap((line) => Object.keys(line.labels)))
      for (const label of labels) found.add(label)
      for (const label of ownLabels(matchers.map(({ label }) => label))) expect([...labels], metric).toContain(label)
      for (const { label, op, value } of matchers) {
        if ((op !== '=' && op !== '=~') || value.startsWith('$') || ownLabels([label]).length === 0) continue
        const words = new Set(lines.map((line) => line.labels[label]))
        for (const word of value.split('|')) expect([...words], `${metric} ${label}`).toContain(word)
      }
    }
    for (const label of grouped) expect([...found]).toContain(label)
  })
})

describe('/metrics', () => {
  test('bears every network by its name, however it is called', () => {
    const names = (metric: string) =>
      new Set(series.filter((line) => line.metric === metric).map(({ labels }) => labels.upstream))
    expect(names('leafscan_indexer_verdict')).toEqual(new Set(NAMES))
    expect(names('leafscan_indexer_slot')).toEqual(new Set(NAMES))
  })

  test('says nothing of the key, of addresses or of paths that readers asked for', () => {
    expect(texts.explorer).not.toContain(KEY)
    expect(texts.explorer).not.toContain(OWNER)
    expect(texts.explorer).not.toContain(new URL(indexer.url).host)
  })
})
