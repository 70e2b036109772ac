import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kill } from '@/lib/testing/deploy/kill'
import { Prometheus, type Targets } from '@/lib/testing/deploy/start-prometheus'
import { OWNER } from '@/lib/testing/deploy/three-explorers'
import { type IndexerProcess, killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { groupV1, key, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { hashOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { describeWith } from '@/lib/testing/tools'
import { trueAccount } from '@/lib/testing/true-rows'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import { freePort } from '@/scripts/free-port.mjs'

/*
 * Real Prometheus and explorers at twenty times their pace, so that all run at once. Alerts about a verdict are in
 * replay.nightly.test.ts, at their own pace. Rule tests only for LeafscanEmbeddedIndexerStandsStill, guards and budgets: an
 * indexer that answers but takes no blocks cannot be provoked.
 */

const NETWORKS = ['fine', 'hangs', 'shape', 'loops'] as const

type Name = (typeof NETWORKS)[number]

describeWith('prometheus', 'Prometheus', () => {
  const indexers = {} as Record<Name | 'readers', StandIn>
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-alerts-'))
  const started: Leafscan[] = []
  let ports: { watched: number; readers: number; embedded: number }
  let watched: Leafscan
  let readers: Leafscan
  let embedded: IndexerProcess
  let prometheus: Prometheus
  let targets: Targets
  let ticker: NodeJS.Timeout

  const startReaders = () =>
    explorer({ INDEXER_URL: `readers=${indexers.readers.url}`, METRICS_PORT: String(ports.readers) })
  const startEmbedded = async (ledger: string) => {
    const env = { LEDGER: ledger, DATA_DIR: fs.mkdtempSync(`${folder}/data-`), INDEXER_PORT: String(ports.embedded) }
    embedded = await startIndexer(env)
    expect(await embedded.ready).toBe('ready')
  }
  const explorer = async (env: Record<string, string>) => {
    const leafscan = await startLeafscan({ PROBE_SECONDS: '0.5', ...env })
    started.push(leafscan)
    return leafscan
  }

  beforeAll(async () => {
    for (const name of [...NETWORKS, 'readers'] as const) {
      // Of now: an indexer whose newest signatures are old is behind.
      const latest = makeSignatures(100, undefined, Math.floor(Date.now() / 1_000))
      indexers[name] = await startStandIn({
        accounts: makeAccounts(OWNER, 30).map((row) => trueAccount({ ...row, data: null })),
        latest,
      })
    }
    ticker = setInterval(() => {
      for (const { data } of Object.values(indexers)) data.slot++
    }, 200)
    ports = { watched: await freePort(), readers: await freePort(), embedded: await freePort() }
    const url = NETWORKS.map((name) => `${name}=${indexers[name].url}`).join(',')
    watched = await explorer({ INDEXER_URL: url, METRICS_PORT: String(ports.watched) })
    readers = await startReaders()
    await startEmbedded('sandbox')
    const at = (port: number) => `127.0.0.1:${port}`
    targets = { explorers: [at(ports.watched), at(ports.readers)], indexers: [at(ports.embedded)] }
    prometheus = await Prometheus.start(targets)
  }, 300_000)

  afterAll(async () => {
    clearInterval(ticker)
    await prometheus?.stop()
    await Promise.all(started.map((leafscan) => leafscan.process.exitCode === null && leafscan.stop()))
    killRunning()
    await Promise.all(Object.values(indexers).map((indexer) => indexer.stop()))
    fs.rmSync(folder, { recursive: true, force: true })
  })

  function asking(base: () => Leafscan, pathOf: (n: number) => string): () => Promise<void> {
    let over = false
    const done = (async () => {
      for (let n = 0; !over; n++) {
        await fetch(`${base().url}${pathOf(n)}`).catch(() => {})
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })()
    return () => {
      over = true
      return done
    }
  }

  const latest = (network: string) => `/api/v1/getLatestCompressionSignatures?cluster=${network}`

  describe('with a cause for each alert', { concurrent: true }, () => {
    test('an indexer that hangs: the breaker opens', async () => {
      indexers.hangs.fail(FAULTS.hang)
      const stop = asking(
        () => watched,
        () => latest('hangs'),
      )
      await prometheus.fires('LeafscanBreakerOpen hangs')
      indexers.hangs.fail(null)
      await prometheus.cleared('LeafscanBreakerOpen hangs', 'LeafscanIndexerUnreachable hangs')
      await stop()
    })

    test('one answer of another shape', async () => {
      indexers.shape.fail(FAULTS.wrongShape, { methods: ['getLatestCompressionSignatures'], times: 1 })
      await fetch(`${watched.url}${latest('shape')}`)
      await prometheus.fires('LeafscanAnswersNotVerified shape')
      await prometheus.cleared('LeafscanAnswersNotVerified shape')
    })

    test('one list in circles', async () => {
      const rows = indexers.loops.data.accounts
      const chunk = (from: number, cursor: string): Fault => ({
        kind: 'result',
        result: { context: { slot: 418_890_000 }, value: { items: rows.slice(from, from + 10), cursor } },
      })
      indexers.loops.script('getCompressedAccountsByOwner', chunk(0, 'one'), chunk(10, 'two'), chunk(20, 'one'))
      const list = await fetch(`${watched.url}/api/v1/getCompressedAccountsByOwner?owner=${OWNER}&cluster=loops`)
      expect(await list.json()).toMatchObject({ meta: { complete: false } })
      const alert = `LeafscanListingLoops ${targets.explorers[0]}`
      await prometheus.fires(alert)
      await prometheus.cleared(alert)
    })

    test('slow answers, then old copies', async () => {
      const about = targets.explorers[1]
      indexers.readers.fail({ kind: 'slow', ms: 1_500 }, { methods: ['getCompressionSignaturesForAccount'] })
      const slow = asking(
        () => readers,
        (n) => `/api/v1/getCompressionSignaturesForAccount?hash=${hashOf(`reader ${n}`)}`,
      )
      await prometheus.fires(`LeafscanAnswersSlowly ${about}`)
      await slow()
      indexers.readers.fail(null)
      const quick = asking(
        () => readers,
        () => latest('readers'),
      )
      await prometheus.cleared(`LeafscanAnswersSlowly ${about}`)
      indexers.readers.fail(FAULTS.serverError, { methods: ['getLatestCompressionSignatures'] })
      await prometheus.fires(`LeafscanServesOldCopies ${about}`)
      indexers.readers.fail(null)
      await prometheus.cleared(`LeafscanServesOldCopies ${about}`)
      await quick()
    })
  })

  test('of the indexer that did nothing wrong, nothing was ever said; and nothing is left', async () => {
    expect(await prometheus.everFired('fine')).toEqual([])
    expect((await prometheus.firing()).filter(isPassing)).toEqual([])
  })

  describe('with processes that are not what they should be', { concurrent: true }, () => {
    test('an explorer that was killed', async () => {
      await kill(readers)
      const alert = `LeafscanExplorerDown ${targets.explorers[1]}`
      await prometheus.fires(alert)
      readers = await startReaders()
      await prometheus.cleared(alert)
    })

    test('another program where an explorer should be', async () => {
      const stranger = prometheus.address
      await prometheus.retarget({ ...targets, explorers: [...targets.explorers, stranger] })
      await prometheus.fires(`LeafscanVerdictMissing ${stranger}`)
      await prometheus.retarget(targets)
      await prometheus.cleared(`LeafscanVerdictMissing ${stranger}`)
    })

    test('an embedded indexer that was killed, and one that met what it cannot decode', async () => {
      const [about] = targets.indexers
      embedded.child.kill('SIGKILL')
      await embedded.ended
      await prometheus.fires(`LeafscanEmbeddedIndexerDown ${about}`)
      await startEmbedded(folderWithBrokenEvent(folder))
      await prometheus.fires(`LeafscanEmbeddedIndexerUndecodable ${about}`)
      await prometheus.cleared(`LeafscanEmbeddedIndexerDown ${about}`, `LeafscanEmbeddedIndexerUndecodable ${about}`)
    })
  })

  test('no explorer in the configuration', async () => {
    await prometheus.retarget({ ...targets, explorers: [] })
    await prometheus.fires('LeafscanExplorerAbsent')
    await prometheus.retarget(targets)
    await prometheus.cleared('LeafscanExplorerAbsent')
    expect((await prometheus.firing()).filter(isPassing)).toEqual([])
  })
})

/** Budgets cover hours and days: alerts.budget.test.yml tests that they recover. */
function isPassing(alert: string): boolean {
  return !/^LeafscanErrorBudget(?:Burns|BurnsSlowly|Spent) /.test(alert)
}

function folderWithBrokenEvent(parent: string): string {
  const group = groupV1({ outputs: [{ hash: key('a'), owner: key('owner'), leafIndex: 0 }] })
  const last = group.at(-1)
  if (!last) throw new Error('no group')
  const broken = [...group.slice(0, -1), { ...last, data: last.data.subarray(0, 50) }]
  const ledger = fs.mkdtempSync(`${parent}/ledger-`)
  fs.mkdirSync(`${ledger}/blocks`)
  fs.writeFileSync(
    `${ledger}/blocks/7.json`,
    JSON.stringify({ blockTime: 1_763_600_000, transactions: [transactionOf('broken', [broken])] }),
  )
  return ledger
}
