// One budget for everything that a stranger can start: endless lists on two indexers, and a chain node that answers what no
// transaction can hold, before an explorer with a heap of 256 MB; whether it survives, and what others get meanwhile. With
// BEFORE=<folder of an earlier checkout, installed> that one as well. Issue 41, "Must show" 2.
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { bundle, SERVER_ALIAS } from '../scripts/bundle.mjs'
import { freePort } from '../scripts/free-port.mjs'
import { ownerAt, ownerPath } from './fake.mjs'
import { quantile } from './load.mjs'
import { residentMb, root, serverBelow, start, withTemporaryFolder } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'attack: endless lists and impossible transactions, with a heap of 256 MB'

const HEAP_MB = 256
const HEALTHZ_MS = 250
const OTHERS_MS = 2_000
const { BEFORE = '', SECONDS = '40' } = process.env

/** What did not come by then counts as this late. */
const LATE_MS = 15_000

/** @param {World} world */
export const allAtOnce = (world) => [...lists(world), ...Object.values(world.signatures).flatMap(pages)]

/** Requests at once in a load, by its name. @type {Record<string, (world: World) => string[]>} */
const LOADS = {
  '8 comparisons, 8 whole lists': lists,
  '40,000 inner instructions': ({ signatures: { inner } }) => pages(inner),
  '1 MB of inputs': ({ signatures: { inputs } }) => pages(inputs),
  '8 MB of nested JSON': ({ signatures: { nested } }) => pages(nested),
  'all at once': allAtOnce,
}

/**
 * @typedef {{ indexers: string[], node: string, signatures: Record<'inner' | 'inputs' | 'nested', string[]>,
 *   inOrder: string[], outOfOrder: string[] }} World
 */

/** @param {World} world */
export function lists({ inOrder, outOfOrder }) {
  const half = inOrder.length / 2
  // Two of each kind: rows of 72 bytes stand in the first half, rows of 6 kB in the second.
  const four = (/** @type {string[]} */ owners, from = 0) => [0, 1, half, half + 1].map((n) => owners[from + n] ?? '')
  return [
    ...four(inOrder).map((owner) => `/api/v1/compare?what=owner&owner=${owner}`),
    ...four(outOfOrder).map((owner) => `/api/v1/compare?what=owner&owner=${owner}&parts=true`),
    ...[...four(inOrder, 4), ...four(outOfOrder, 4)].map((owner) => `${ownerPath(owner)}&whole=true`),
  ]
}

/** @param {string[]} signatures */
export function pages(signatures) {
  return signatures.flatMap((signature) => [`/tx/${signature}`, `/api/v1/transaction?signature=${signature}`])
}

export async function run() {
  const sides = [...(BEFORE ? [{ name: 'before', folder: BEFORE }] : []), { name: 'now', folder: root }]
  const rows = []
  const missed = []
  for (const [load, requests] of Object.entries(LOADS)) {
    for (const { name, folder } of sides) {
      const seen = await attacked(folder, requests, Number(SECONDS))
      const { survivedS, healthz, others, failed, rssMb } = seen
      const worst = { healthz: quantile(healthz, 1), others: quantile(others, 1) }
      const within = survivedS === null && worst.healthz <= HEALTHZ_MS && worst.others <= OTHERS_MS && failed === 0
      if (name === 'now' && !within) missed.push(load)
      rows.push([
        load,
        name,
        survivedS === null ? 'yes' : `dead after ${survivedS} s`,
        ...[worst.healthz, quantile(healthz, 0.99), worst.others, quantile(others, 0.99)].map((ms) => rounded(ms, 0)),
        `${failed} of ${others.length}`,
        rounded(rssMb, 0),
        within ? 'within' : 'OVER',
      ])
    }
  }
  const columns = [
    'load',
    'version',
    'survived',
    'healthz worst ms',
    'p99',
    'others worst ms',
    'p99',
    'failed',
    'RSS MB',
  ]
  return {
    tables: [
      {
        title: `${SECONDS} s each: /healthz within ${HEALTHZ_MS} ms, other readers within ${OTHERS_MS}`,
        columns: [
          ...columns.slice(0, 4),
          'healthz p99 ms',
          'others worst ms',
          'others p99 ms',
          ...columns.slice(7),
          '',
        ],
        rows,
      },
    ],
    notes: [
      'Every request of a load is sent again as soon as it was answered, or a second later where it was refused. /healthz is asked every 100 ms, pages and lists of others from another address every 500 ms; none waits for the one before.',
      `What did not come in ${LATE_MS / 1000} s, or not at all, counts as that late. Failed: other readers’ requests that were not answered 200. Each load has a new explorer.`,
    ],
    missed,
  }
}

/** @template T @param {(world: World) => Promise<T>} use */
async function withWorld(use) {
  await bundle('bench/attack-world.ts', 'dist/bench-attack-world.mjs', { alias: SERVER_ALIAS })
  let output = ''
  const started = await start(['--max-old-space-size=2048', 'dist/bench-attack-world.mjs'], '}\n', {
    onOutput: (text) => {
      output = text
    },
  })
  try {
    return await use(JSON.parse(output.slice(output.indexOf('{'))))
  } finally {
    await started.stop()
  }
}

/**
 * What becomes of the explorer in a folder under a load, and of others meanwhile.
 * @param {string} folder
 * @param {(world: World) => string[]} requests
 * @param {number} seconds
 */
export function attacked(folder, requests, seconds) {
  return withWorld((world) =>
    withTemporaryFolder((dataDir) => measured(folder, dataDir, world, requests(world), seconds)),
  )
}

/** @param {string} folder @param {string} dataDir @param {World} world @param {string[]} requests @param {number} seconds */
async function measured(folder, dataDir, { indexers, node }, requests, seconds) {
  const port = await freePort()
  const env = {
    ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
    ...{ INDEXER_URL: indexers.map((url) => `near=${url}`).join(), CHAIN_URL: `near=${node}`, METRICS_PORT: '' },
    ...{ LEDGER: '', DATABASE_URL: '', INDEXER_PATH: '', CANARY: '' },
  }
  const leafscan = await start(['scripts/start.mjs'], 'Leafscan ready:', { env, cwd: folder })
  const pid = serverBelow(leafscan.pid)
  let began = performance.now()
  let [over, diedMs, rssMb] = [false, /** @type {number | null} */ (null), 0]
  const isAlive = () => residentMb(pid) > 0
  /** @type {{ healthz: number[], others: number[] }} */
  const times = { healthz: [], others: [] }
  let [failed, sent] = [0, 0]
  const reader = async () => {
    const owner = ownerAt('reader', sent++)
    const { ms, status } = await exchange(port, sent % 2 ? `/owner/${owner}` : ownerPath(owner), '127.0.0.2')
    times.others.push(ms)
    if (status !== 200) failed++
  }
  const healthz = async () => times.healthz.push((await exchange(port, '/healthz', '127.0.0.3')).ms)
  const client = new http.Agent({ keepAlive: true })
  const attack = async (/** @type {string} */ path) => {
    while (!over) {
      const { status } = await exchange(port, path, '127.0.0.1', client)
      await setTimeout(status === 200 ? 100 : 1_000)
    }
  }
  try {
    // Its own first pages, compiled and warm.
    for (let n = 0; n < 4; n++) await reader()
    times.others.length = 0
    failed = 0
    began = performance.now()
    for (const path of requests) void attack(path)
    const asked = []
    for (let tick = 0; tick < seconds * 10 && diedMs === null; tick++) {
      asked.push(healthz())
      if (tick % 5 === 0) asked.push(reader())
      await setTimeout(100)
      rssMb = Math.max(rssMb, residentMb(pid) || 0)
      if (!isAlive()) diedMs = performance.now() - began
    }
    over = true
    await Promise.all(asked)
    if (!isAlive()) diedMs ??= performance.now() - began
  } finally {
    over = true
    await leafscan.stop()
  }
  const ascending = (/** @type {number[]} */ list) => list.sort((a, b) => a - b)
  return {
    survivedS: diedMs === null ? null : rounded(diedMs / 1000, 0),
    ...{ healthz: ascending(times.healthz), others: ascending(times.others), failed, rssMb },
  }
}

/**
 * Asks from an address of this machine, on a connection of its own unless there is an agent, and lets the body pass.
 * @param {number} port @param {string} path @param {string} localAddress @param {http.Agent | false} agent
 * @returns {Promise<{ ms: number, status: number }>} status 0: no answer
 */
function exchange(port, path, localAddress, agent = false) {
  const began = performance.now()
  return new Promise((resolve) => {
    const end = (/** @type {number} */ status) => resolve({ status, ms: status ? performance.now() - began : LATE_MS })
    const options = { host: '127.0.0.1', port, path, localAddress, agent, timeout: LATE_MS }
    const request = http.get(options, (response) => {
      response.resume()
      response.on('end', () => end(response.statusCode ?? 0))
      response.on('error', () => end(0))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => end(0))
  })
}
