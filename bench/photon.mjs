// The load on which the embedded indexer was compared with the real Photon (facts/photon-wire.md 15): taking in blocks, small answers,
// memory. With BEFORE=<folder of an earlier checkout, installed> both are measured in turns in one run, and BEFORE once more against
// itself, which is the noise; with PHOTON=<URL of a Photon that has taken in the compression load> its answers are measured too.
import { setTimeout } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { buildIndexer } from '../scripts/bundle.mjs'
import { ask, askIndexer, crowd, median, pagesOf, quantile, rpc } from './load.mjs'
import { bundled, cpuMsOf, familyOf, residentMb, root, runToEnd, withIndexer, withStandIn } from './processes.mjs'
import { rounded } from './report.mjs'
import { TOKEN_PROGRAM } from './sandbox.mjs'

export const title = 'beside Photon: blocks taken in, small answers and memory, against an earlier version'

const { BEFORE = '', PHOTON = '' } = process.env
const ROUNDS = 3

const BLOCKS = { title: '150 blocks of 7 MB', kind: 'mainnet', blocks: 150, each: 1, unit: 'blocks/s' }
const TAKING = { title: '20,000 compression transactions', kind: 'compression', blocks: 1000, each: 20, unit: 'tx/s' }
const FIRST_SLOT = 1000

/** Milliseconds of answers per kind of question, and after which memory counts as at rest. */
const ASKING = 1000
const REST = 10_000

export async function run() {
  await buildIndexer()
  /** @type {{ name: string, folder: string }[]} */
  const sides = [{ name: 'now', folder: root }]
  if (BEFORE) sides.unshift(...['before', 'before again'].map((name) => ({ name, folder: BEFORE })))
  if (BEFORE) await runToEnd(['-e', "import('./scripts/bundle.mjs').then((m) => m.buildIndexer())"], { cwd: BEFORE })
  const { POSTGRES_BIN, startPostgres } = await bundled('made-postgres')
  const server = POSTGRES_BIN === null ? null : await startPostgres([])
  const stores = [
    { name: 'SQLite', freshDatabase: async () => '' },
    ...(server ? [{ name: 'PostgreSQL', freshDatabase: () => server.freshDatabase() }] : []),
  ]
  try {
    return {
      tables: [
        await ingestion(BLOCKS, sides, stores),
        await ingestion(TAKING, sides, stores),
        ...(await answers(sides, stores)),
      ],
      notes: [
        `Medians of ${ROUNDS} rounds, the versions in turns. ÷: now divided by before; noise: before divided by itself.`,
        'Processor seconds and memory are those of the indexer and what it starts, without node and database.',
      ],
      isRecorded: BEFORE !== '',
    }
  } finally {
    await server?.stop()
  }
}

/** @param {{ kind: string, blocks: number }} load @param {(url: string) => Promise<any>} use */
const withNode = ({ kind, blocks }, use) => withStandIn('photon-node', [kind, blocks], use)

/** An indexer of a version, over a node, with an empty store. */
async function withVersion({ folder }, ledger, store, use) {
  const env = { START_SLOT: String(FIRST_SLOT), DATABASE_URL: await store.freshDatabase() }
  return withIndexer(ledger, use, env, { cwd: folder })
}

/** Blocks a second of a program that reads them and does nothing else. */
async function readOnly(url, blocks) {
  const began = performance.now()
  let slot = FIRST_SLOT
  const reader = async () => {
    while (slot < FIRST_SLOT + blocks) await ask(rpc(url, 'getBlock', [slot++, {}]))
  }
  await Promise.all(Array.from({ length: 8 }, reader))
  return (blocks * 1000) / (performance.now() - began)
}

async function ingestion(load, sides, stores) {
  const { blocks, each, unit } = load
  const rows = []
  await withNode(load, async (url) => {
    const reading = []
    for (let round = 0; round < ROUNDS; round++) reading.push(await readOnly(url, blocks))
    rows.push(['only reading', rounded(median(reading) * each, 1), '', '', '', '', ''])
    for (const store of stores) {
      const figures = sides.map(() => ({ speed: [], cpu: [], peak: [] }))
      for (let round = 0; round < ROUNDS; round++) {
        for (const [i, side] of sides.entries()) {
          await withVersion(side, url, store, async (indexer) => {
            const began = performance.now()
            const peak = await reached(indexer, FIRST_SLOT + blocks - 1)
            figures[i].speed.push((blocks * each * 1000) / (performance.now() - began))
            figures[i].cpu.push(sumOf(indexer.pid, cpuMsOf) / 1000)
            figures[i].peak.push(peak)
          })
        }
      }
      const middle = figures.map(({ speed, cpu, peak }) => [median(speed), median(cpu), median(peak)])
      for (const [i, { name }] of sides.entries()) {
        const ratio = (value, at) => (i === 0 ? '' : rounded(value / middle[0][at], 2))
        const cells = middle[i].flatMap((value, at) => [rounded(value, 1), ratio(value, at)])
        rows.push([`${store.name}, ${name}`, ...cells])
      }
    }
  })
  return { title: load.title, columns: ['store', unit, '÷', 'processor s', '÷', 'peak MB', '÷'], rows }
}

/** Waits until an indexer has stored this slot; answers the most memory that it had meanwhile. */
async function reached({ url, pid }, last) {
  let peak = 0
  while ((await askIndexer(url, 'getIndexerSlot')) < last) {
    peak = Math.max(peak, sumOf(pid, residentMb))
    await setTimeout(15)
  }
  return peak
}

/** Of a process and all below it. */
const sumOf = (pid, figure) => familyOf(pid).reduce((sum, id) => sum + (figure(id) || 0), 0)

/** Requests, and how they depend on a running number; the names in them are out of the store's own answers. */
async function requestsOn(url) {
  const [byOwner, byDelegate] = ['getCompressedAccountsByOwner', 'getCompressedTokenAccountsByDelegate']
  const latest = 'getLatestCompressionSignatures'
  const owner = TOKEN_PROGRAM
  // The newest: of the older ones those with a delegate are spent.
  let rows = []
  for await (const { items } of pagesOf(url, byOwner, { owner })) if (items.length > 0) rows = items
  const names = (from) =>
    rows.map(({ data }) => base58.encode(Buffer.from(data.data, 'base64').subarray(from, from + 32)))
  const [mints, wallets, delegate] = [names(0), names(32), names(73).find((name) => name.length > 40)]
  let cursor
  for (let page = 0; page < 8; page++) cursor = (await askIndexer(url, latest, { limit: 1000, cursor })).value.cursor
  const walletAt = (n) => [{ memcmp: { offset: 32, bytes: wallets[n % wallets.length] } }]
  return [
    ['health', 'getIndexerHealth', () => undefined],
    ['slot', 'getIndexerSlot', () => undefined],
    ['by owner, 50', byOwner, () => ({ owner, limit: 50 })],
    ['by owner, 1,000', byOwner, () => ({ owner, limit: 1000 })],
    ['by memcmp', byOwner, (n) => ({ owner, filters: walletAt(n) })],
    ['by delegate, 50', byDelegate, () => ({ delegate, limit: 50 })],
    ['by delegate and mint', byDelegate, (n) => ({ delegate, mint: mints[n % mints.length], limit: 50 })],
    ['signatures', 'getCompressionSignaturesForAccount', (n) => ({ hash: rows[n % rows.length].hash })],
    ['latest, 50', latest, () => ({ limit: 50 })],
    ['latest, 1,000', latest, () => ({ limit: 1000 })],
    ['latest, deep', latest, () => ({ limit: 50, cursor })],
  ]
}

async function answers(sides, stores) {
  const tables = []
  await withNode(TAKING, async (node) => {
    for (const store of stores) {
      await withAll(sides, node, store, async (started) => {
        for (const indexer of started) await reached(indexer, FIRST_SLOT + TAKING.blocks - 1)
        const servers = started.map(({ url }, i) => ({ name: sides[i].name, url }))
        if (PHOTON) servers.push({ name: 'Photon', url: PHOTON.replace(/\/$/, '') })
        const rows = []
        for (const readers of [1, 16]) {
          for (const [what, method, params] of await requestsOn(started[0].url)) {
            const times = servers.map(() => [])
            const rates = servers.map(() => [])
            for (let round = 0; round < ROUNDS; round++) {
              for (const [i, { url }] of servers.entries()) {
                await askIndexer(url, method, params(0))
                const target = rpc(url, method, params)
                await crowd(target, { connections: readers, ms: ASKING / 5 })
                const answered = await crowd(target, { connections: readers, ms: ASKING })
                rates[i].push(answered.perSecond)
                times[i].push(...answered.times)
              }
            }
            const speeds = rates.map(median)
            const ratios = speeds.map((speed) => rounded(speed / speeds[0], 2))
            const p99 = times.map((list) =>
              rounded(
                quantile(
                  list.sort((a, b) => a - b),
                  0.99,
                ),
                2,
              ),
            )
            rows.push([`${what}, ${readers}`, ...speeds.map((speed) => Math.round(speed)), ...ratios.slice(1), ...p99])
          }
        }
        const titles = servers.map(({ name }) => name)
        const ratios = titles.slice(1).map((name) => `÷ ${name}`)
        tables.push({
          title: `Answers on ${store.name}: per second by readers, divided by the first, 99th percentile in ms`,
          columns: ['request, readers', ...titles, ...ratios, ...titles.map((name) => `p99 ${name}`)],
          rows,
        })
        await setTimeout(REST)
        const memory = started.map(({ pid }) => sumOf(pid, residentMb))
        tables.push({
          title: `Memory on ${store.name} 10 s after the last answer, MB`,
          columns: ['', ...sides.map(({ name }) => name)],
          rows: [
            ['MB', ...memory.map((mb) => Math.round(mb))],
            ['÷', ...memory.map((mb) => rounded(mb / memory[0], 2))],
          ],
        })
      })
    }
  })
  return tables
}

/** All versions at once, each with a store of its own: they are servers in turns. */
async function withAll(sides, url, store, use, started = []) {
  const [side, ...more] = sides
  if (!side) return use(started)
  return withVersion(side, url, store, (one) => withAll(more, url, store, use, [...started, one]))
}
