// `npm start` and `npm run dev`: checks the environment, builds if needed, then runs the explorer and, unless INDEXER_URL
// is set, the embedded indexer, as child processes. Ends both on SIGINT, SIGTERM and SIGHUP, and if one of them exits.
// facts/platform.md 5.
//
// `--built`: runs a release of scripts/assemble.mjs, without sources or build tools.
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { portProblem, requiredPorts } from './ports.mjs'
import { Supervisor } from './supervisor.mjs'

const root = path.resolve(import.meta.dirname, '..')
const tools = process.argv.includes('--built')
  ? null
  : { ...(await import('./build.mjs')), ...(await import('./bundle.mjs')), ...(await import('./fonts.mjs')) }
const dev = tools !== null && process.argv.includes('--dev')
const READY_WITHIN_MS = 60_000
const HEAP_MB = 512
/** Percent by which the heap may grow between collections. With a bounded heap V8 uses 40, and collects four times as often. */
const HEAP_GROWTH = 150
const supervisor = new Supervisor(root, { LEAFSCAN_ROOT: root, NEXT_TELEMETRY_DISABLED: '1' })

/** @type {(message: string) => never} */
function fail(message) {
  console.error(`Leafscan: ${message}`)
  process.exit(1)
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error))

/**
 * Resolves when a child reports that it is ready.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>}
 */
function readyMessage(child) {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message && typeof message === 'object' && 'ready' in message) resolve()
    })
  })
}

/**
 * Bounds the explorer's heap. Live data is far smaller, but without a bound garbage would grow beyond the memory limits
 * of the unit and container files. NODE_OPTIONS takes precedence.
 */
function heapArguments() {
  const chosen = process.env.NODE_OPTIONS?.includes('--max-old-space-size') ?? false
  return dev || chosen ? [] : [`--max-old-space-size=${HEAP_MB}`, `--heap-growing-percent=${HEAP_GROWTH}`]
}

/**
 * HTTP status of one of our pages; 0: no answer. Does not use fetch, which NODE_USE_ENV_PROXY would send to a proxy.
 * @param {string} url
 * @returns {Promise<number>}
 */
function statusOf(url) {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: new http.Agent(), timeout: 10_000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(0))
  })
}

/** Resolves once the page is served. @param {string} url */
async function pagesAnswer(url) {
  const deadline = Date.now() + READY_WITHIN_MS
  while (!supervisor.stopping) {
    if ((await statusOf(url)) === 200) return
    if (Date.now() > deadline) fail(`the explorer did not answer at ${url} within ${READY_WITHIN_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Restarts a child when its sources change (`npm run dev`).
 * @param {string} name
 * @param {() => Promise<boolean>} bundle resolves to whether they changed
 * @param {() => void} startAgain
 */
function restartOnChange(name, bundle, startAgain) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  fs.watch(path.join(root, 'lib'), { recursive: true }, (_, file) => {
    if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
    clearTimeout(timer)
    timer = setTimeout(async () => {
      const changed = await bundle().catch((error) => {
        console.error(`Leafscan: the ${name} failed to build, the running one stays: ${messageOf(error)}`)
        return false
      })
      if (changed) supervisor.replace(name, startAgain)
    }, 200)
  })
}

/** The reader in a release, which has no sources. */
const BUILT_READER = '../dist/environment.mjs'
/** @type {typeof import('../lib/platform/environment')} */
const { indexerLabel, readEnvironment } = await (tools?.loadEnvironmentReader() ?? import(BUILT_READER))

function environmentOfStart() {
  try {
    return readEnvironment(process.env, root)
  } catch (error) {
    return fail(messageOf(error))
  }
}

/** @param {import('../lib/platform/environment').LedgerSetting} ledger */
function nameOf(ledger) {
  if (ledger.kind === 'folder') return ledger.path
  return ledger.kind === 'rpc' ? ledger.name : ledger.kind
}

/**
 * Hosts of the indexers of a network, without the rest of their URLs, which may hold keys.
 * @param {import('../lib/platform/environment').NetworkSetting} network
 */
function placesOf({ name, url, more = [] }) {
  const urls = [url, ...more]
  return urls.map((each, i) => `${indexerLabel(name, i + 1, urls.length)} at ${new URL(each).host}`)
}

const environment = environmentOfStart()
const { host, port, networks, ledger } = environment
supervisor.drainMs = environment.drainMs
const embedded = networks.find((network) => network.embedded)
for (const notice of environment.notices) console.log(`Leafscan: ${notice}`)

for (const wanted of requiredPorts(environment)) {
  const refusal = await portProblem(wanted)
  if (refusal) fail(refusal)
}

try {
  if (embedded) await tools?.bundleIndexer()
  if (dev) await Promise.all([tools.bundleServer(), tools.makeFonts()])
  else await tools?.buildExplorer()
} catch (error) {
  fail(messageOf(error))
}

if (embedded && !supervisor.stopping) {
  const startIndexer = () => supervisor.start('indexer', ['dist/indexer.mjs'])
  await readyMessage(startIndexer())
  if (dev) restartOnChange('indexer', tools.bundleIndexer, startIndexer)
}

if (!supervisor.stopping) {
  const env = { PORT: String(port), HOSTNAME: host, NODE_ENV: dev ? 'development' : 'production' }
  const startExplorer = () => supervisor.start('explorer', [...heapArguments(), 'dist/server.mjs'], env)
  startExplorer()
  if (dev) restartOnChange('explorer', tools.bundleServer, startExplorer)
  const shownHost = host.includes(':') ? `[${host}]` : host
  const address = `http://${shownHost}:${port}`
  const loopback = host === '0.0.0.0' || host === '::' ? `http://127.0.0.1:${port}` : address
  await pagesAnswer(`${loopback}/healthz`)
  await pagesAnswer(`${loopback}/`)
  const indexer = embedded ? `${embedded.url} (${nameOf(ledger)})` : networks.flatMap(placesOf).join(', ')
  if (!supervisor.stopping) {
    supervisor.send('explorer', { ready: true })
    console.log(`Leafscan ready: ${address} · indexer ${indexer}`)
  }
}
