// The load on which the embedded indexer was compared with the real Photon (facts/photon-wire.md 15): taking in blocks, small answers,
// memory. With BEFORE=<folder of an earlier checkout, installed> both are measured in turns in one run, and BEFORE once more against
// itself, which is the noise; with PHOTON=<URL of a Photon that has taken in the compression load> its answers are measured too.
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { buildIndexer, bundle } from '../scripts/bundle.mjs'
import { freePort } from '../scripts/free-port.mjs'
import { bundled } from './great-store.mjs'
import { median, quantile } from './load.mjs'
import { root, runToEnd, start, withTemporaryFolder } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'beside Photon: blocks taken in, small answers and memory, against an earlier version'

const { BEFORE = '', PHOTON = '', PARTS = 'blocks taking answers', ROUNDS = '3', ONE_CORE = '' } = process.env
const rounds = Number(ROUNDS)

const LOADS = {
  blocks: { kind: 'mainnet', blocks: 150, each: 1, unit: 'blocks/s', stores: ['SQLite', 'PostgreSQL'] },
  taking: { kind: 'compression', blocks: 1000, each: 20, unit: 'tx/s', stores: ['SQLite', 'PostgreSQL'] },
}
const FIRST_SLOT = 1000

/** Milliseconds of answers per kind of question, and after which memory counts as at rest. */
const ASKING = 1000
const REST = 10_000

/** @typedef {{ name: string, folder: string }} Side */

export async function run() {
  await buildIndexer()
  await bundle('bench/photon-node.ts', 'dist/bench-photon-node.mjs')
  /** @type {Side[]} */
  const sides = [{ name: 'now', folder: root }]
  if (BEFORE) {
    await runToEnd(['-e', "import('./scripts/bundle.mjs').then((m) => m.buildIndexer())"], { cwd: BEFORE })
    sides.unshift({ name: 'before', folder: BEFORE }, { name: 'before again', folder: BEFORE })
  }
  const { POSTGRES_BIN, startPostgres } = await bundled('made-postgres')
  const server = POSTGRES_BIN === null ? null : await startPostgres([])
  const tables = []
  try {
    for (const part of ['blocks', 'taking']) {
      if (PARTS.includes(part)) tables.push(await ingestion(part, sides, server))
    }
    if (PARTS.includes('answers')) tables.push(...(await answers(sides, server)))
  } finally {
    await server?.stop()
  }
  return {
    tables,
    notes: [
      `Medians of ${rounds} rounds, the versions in turns. ÷: now divided by before; noise: before divided by itself.`,
      'Processor seconds and memory are those of the indexer and what it starts, without node and database.',
    ],
    isRecorded: BEFORE !== '' && PARTS === 'blocks taking answers',
  }
}

/** Seconds that a program takes that reads the blocks and does nothing else. */
async function readOnly(url, blocks) {
  const agent = new http.Agent({ keepAlive: true })
  const began = performance.now()
  let next = FIRST_SLOT
  const reader = async () => {
    while (next < FIRST_SLOT + blocks) await read(url, agent, next++)
  }
  await Promise.all(Array.from({ length: 8 }, reader))
  agent.destroy()
  return (performance.now() - began) / 1000
}

function read(url, agent, slot) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBlock', params: [slot, {}] })
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      response.on('data', () => {})
      response.on('end', resolve)
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** A node with a load, for as long as `use` takes. */
async function withNode({ kind, blocks }, use) {
  let url = ''
  const node = await start(
    ['--max-old-space-size=4096', 'dist/bench-photon-node.mjs', kind, String(blocks)],
    'serving',
    {
      onOutput: (text) => {
        url = /at (http\S+)/.exec(text)?.[1] ?? url
      },
    },
  )
  try {
    return await use(url)
  } finally {
    await node.stop()
  }
}

/** An indexer of a version, over a node, with an empty store. */
async function withVersion({ folder }, ledger, databaseUrl, use) {
  return withTemporaryFolder(async (dataDir) => {
    const port = await freePort()
    const env = {
      ...{ INDEXER_PORT: String(port), DATA_DIR: dataDir, LEDGER: ledger, METRICS_PORT: '' },
      ...{ START_SLOT: String(FIRST_SLOT), DATABASE_URL: databaseUrl, PROGRAM_IDS: '', INDEXER_HOST: '127.0.0.1' },
    }
    const indexer = await start(['scripts/indexer.mjs'], 'Leafscan indexer ready:', { env, cwd: folder })
    const began = performance.now()
    try {
      if (ONE_CORE) await runToEnd(['-e', pinned(indexer.pid)])
      return await use({ port, pid: indexer.pid, began })
    } finally {
      await indexer.stop()
    }
  })
}

const pinned = (pid) =>
  `require('node:child_process').execFileSync('taskset', ['-a', '-c', '-p', '0', '${pid}'], { stdio: 'ignore' })`

async function ingestion(part, sides, server) {
  const { blocks, each, unit, stores } = LOADS[part]
  const last = FIRST_SLOT + blocks - 1
  const rows = []
  await withNode(LOADS[part], async (url) => {
    const reading = []
    for (let round = 0; round < rounds; round++) reading.push(blocks / (await readOnly(url, blocks)))
    if (part === 'blocks') rows.push(['only reading', rounded(median(reading), 1), '', '', '', '', ''])
    for (const store of stores) {
      if (store === 'PostgreSQL' && server === null) continue
      const figures = sides.map(() => ({ speed: [], cpu: [], peak: [] }))
      for (let round = 0; round < rounds; round++) {
        for (const [i, side] of sides.entries()) {
          const databaseUrl = store === 'PostgreSQL' ? await server.freshDatabase() : ''
          await withVersion(side, url, databaseUrl, async ({ port, pid, began }) => {
            const connection = await Connection.open(port)
            let peak = 0
            for (let slot = 0; slot < last; ) {
              slot = Number(/"result":(\d+)/.exec(await connection.ask('getIndexerSlot', '{}'))?.[1] ?? 0)
              peak = Math.max(peak, memoryOf(pid))
              await setTimeout(15)
            }
            figures[i].speed.push((blocks * each * 1000) / (performance.now() - began))
            figures[i].cpu.push(processorSeconds(pid))
            figures[i].peak.push(peak)
            connection.close()
          })
        }
      }
      rows.push(...rowsOf(store, sides, figures))
    }
  })
  const columns = ['store', unit, '÷', 'processor s', '÷', 'peak MB', '÷']
  return { title: part === 'blocks' ? '150 blocks of 7 MB' : '20,000 compression transactions', columns, rows }
}

function rowsOf(store, sides, figures) {
  const middle = figures.map(({ speed, cpu, peak }) => [median(speed), median(cpu), median(peak)])
  const base = middle[0] ?? []
  return sides.map(({ name }, i) => {
    const cells = middle[i] ?? []
    const pairs = cells.flatMap((value, at) => [rounded(value, 1), i === 0 ? '' : rounded(value / base[at], 2)])
    return [`${store}, ${name}`, ...pairs]
  })
}

/** Requests, and how they depend on a running number. */
function requestsOf(rows) {
  const someHash = (n) => rows.hashes[n % rows.hashes.length]
  const delegate = rows.delegate
  return [
    ['health', 'getIndexerHealth', () => '{}'],
    ['slot', 'getIndexerSlot', () => '{}'],
    ['by owner, 50', 'getCompressedAccountsByOwner', () => `{"owner":"${rows.token}","limit":50}`],
    ['by owner, 1,000', 'getCompressedAccountsByOwner', () => `{"owner":"${rows.token}","limit":1000}`],
    [
      'by owner, one wallet',
      'getCompressedAccountsByOwner',
      (n) => `{"owner":"${rows.owners[n % rows.owners.length]}"}`,
    ],
    [
      'by memcmp',
      'getCompressedAccountsByOwner',
      (n) =>
        `{"owner":"${rows.token}","filters":[{"memcmp":{"offset":32,"bytes":"${rows.wallets[n % rows.wallets.length]}"}}]}`,
    ],
    ['by delegate, 50', 'getCompressedTokenAccountsByDelegate', () => `{"delegate":"${delegate}","limit":50}`],
    [
      'by delegate and mint',
      'getCompressedTokenAccountsByDelegate',
      (n) => `{"delegate":"${delegate}","mint":"${rows.mints[n % rows.mints.length]}","limit":50}`,
    ],
    ['signatures', 'getCompressionSignaturesForAccount', (n) => `{"hash":"${someHash(n)}"}`],
    ['latest, 50', 'getLatestCompressionSignatures', () => '{"limit":50}'],
    ['latest, 1,000', 'getLatestCompressionSignatures', () => '{"limit":1000}'],
    ['latest, deep', 'getLatestCompressionSignatures', () => `{"limit":50,"cursor":"${rows.deep}"}`],
  ]
}

/** Names that requests hold, out of the store's own answers. */
async function namesOf(port) {
  const { key, PROGRAM_IDS } = await bundled('photon-names')
  const connection = await Connection.open(port)
  const ask = async (method, params) => JSON.parse(await connection.ask(method, params)).result.value
  const token = PROGRAM_IDS.token
  const { items } = await ask('getCompressedAccountsByOwner', `{"owner":"${token}","limit":1000}`)
  let deep = null
  for (let page = 0; page < 8; page++) {
    deep = (await ask('getLatestCompressionSignatures', `{"limit":1000${deep ? `,"cursor":"${deep}"` : ''}}`)).cursor
  }
  connection.close()
  const many = (name, count) => Array.from({ length: count }, (_, i) => base58.encode(key(`${name} ${i}`)))
  return {
    ...{ token, deep, hashes: items.map(({ hash }) => hash), delegate: base58.encode(key('delegate')) },
    ...{ owners: many('owner', 50), wallets: many('wallet', 50), mints: many('mint', 3) },
  }
}

async function answers(sides, server) {
  const tables = []
  await withNode(LOADS.taking, async (url) => {
    for (const store of LOADS.taking.stores) {
      if (store === 'PostgreSQL' && server === null) continue
      const last = FIRST_SLOT + LOADS.taking.blocks - 1
      await withAll(sides, url, store, server, async (started) => {
        for (const { port } of started) await reached(port, last)
        const names = await namesOf(started[0].port)
        const servers = [
          ...started.map(({ port }, i) => ({ name: sides[i].name, host: '127.0.0.1', port })),
          ...photonAt(),
        ]
        const rows = []
        for (const readers of [1, 16]) {
          for (const [what, method, params] of requestsOf(names)) {
            const times = servers.map(() => [])
            const rates = servers.map(() => [])
            for (let round = 0; round < rounds; round++) {
              for (const [i, { host, port }] of servers.entries()) {
                const { perSecond, all } = await asking({ host, port, readers, method, params })
                rates[i].push(perSecond)
                times[i].push(...all)
              }
            }
            const speeds = rates.map(median)
            const p99 = times.map((list) =>
              rounded(
                quantile(
                  list.sort((a, b) => a - b),
                  0.99,
                ),
                2,
              ),
            )
            const ratios = speeds.map((speed) => rounded(speed / (speeds[0] ?? 1), 2))
            rows.push([`${what}, ${readers}`, ...speeds.map((speed) => Math.round(speed)), ...ratios.slice(1), ...p99])
          }
        }
        const titles = servers.map(({ name }) => name)
        tables.push({
          title: `Answers on ${store}: per second by readers, divided by the first, 99th percentile in ms`,
          columns: [
            'request, readers',
            ...titles,
            ...titles.slice(1).map((name) => `÷ ${name}`),
            ...titles.map((name) => `p99 ${name}`),
          ],
          rows,
        })
        await setTimeout(REST)
        const memory = started.map(({ pid }) => Math.round(memoryOf(pid)))
        tables.push({
          title: `Memory on ${store} 10 s after the last answer, MB`,
          columns: ['', ...titles.slice(0, memory.length)],
          rows: [
            ['MB', ...memory],
            ['÷', ...memory.map((mb) => rounded(mb / (memory[0] ?? 1), 2))],
          ],
        })
      })
    }
  })
  return tables
}

function photonAt() {
  if (!PHOTON) return []
  const { hostname, port } = new URL(PHOTON)
  return [{ name: 'Photon', host: hostname, port: Number(port) }]
}

/** All versions at once, each with a store of its own: they are servers in turns. */
async function withAll(sides, url, store, server, use, started = []) {
  const [side, ...more] = sides
  if (!side) return use(started)
  const databaseUrl = store === 'PostgreSQL' ? await server.freshDatabase() : ''
  return withVersion(side, url, databaseUrl, (one) => withAll(more, url, store, server, use, [...started, one]))
}

async function reached(port, slot) {
  const connection = await Connection.open(port)
  for (let at = 0; at < slot; await setTimeout(50)) {
    at = Number(/"result":(\d+)/.exec(await connection.ask('getIndexerSlot', '{}'))?.[1] ?? 0)
  }
  connection.close()
}

/** So many readers, each over a connection of its own, one request after the other. */
async function asking({ host, port, readers, method, params }) {
  const connections = await Promise.all(Array.from({ length: readers }, () => Connection.open(port, host)))
  const all = []
  let n = 0
  const ask = async (connection, until) => {
    while (performance.now() < until) {
      const began = performance.now()
      const answer = await connection.ask(method, params(n++))
      if (!answer.includes('"result"')) throw new Error(`${method}: ${answer.slice(0, 300)}`)
      all.push(performance.now() - began)
    }
  }
  await Promise.all(connections.map((connection) => ask(connection, performance.now() + ASKING / 5)))
  all.length = 0
  const began = performance.now()
  await Promise.all(connections.map((connection) => ask(connection, began + ASKING)))
  const perSecond = all.length / ((performance.now() - began) / 1000)
  for (const connection of connections) connection.close()
  return { perSecond, all }
}

/** One connection of HTTP/1.1 that stays open, without a client library: its cost would be on both sides. */
class Connection {
  #socket
  #text = ''
  #resolve = (_text) => {}

  static async open(port, host = '127.0.0.1') {
    const socket = net.connect(port, host)
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new Connection(socket)
  }

  constructor(socket) {
    this.#socket = socket.setNoDelay(true).setEncoding('latin1')
    socket.on('data', (text) => this.#take(text))
  }

  ask(method, params) {
    const body = `{"jsonrpc":"2.0","id":"test-account","method":"${method}","params":${params}}`
    const head = `POST /${method} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.#socket.write(head + body)
    })
  }

  close() {
    this.#socket.destroy()
  }

  #take(text) {
    this.#text += text
    const end = this.#text.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/content-length: (\d+)/i.exec(this.#text)?.[1])
    if (this.#text.length < end + 4 + length) return
    const answer = this.#text.slice(end + 4)
    this.#text = ''
    this.#resolve(answer)
  }
}

/** The processes from this one on. */
function familyOf(pid) {
  const file = `/proc/${pid}/task/${pid}/children`
  const below = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(' ').filter(Boolean) : []
  return [String(pid), ...below.flatMap(familyOf)]
}

function memoryOf(pid) {
  return familyOf(pid).reduce((sum, id) => sum + residentOf(id), 0)
}

function residentOf(id) {
  const file = path.join('/proc', id, 'status')
  const status = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}

/** User and system time of the processes so far. */
function processorSeconds(pid) {
  return familyOf(pid).reduce((sum, id) => {
    const fields = fs.readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) / 100
  }, 0)
}
