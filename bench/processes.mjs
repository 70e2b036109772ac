// The processes that are measured: the whole explorer, the indexer alone. Each has free ports and a data folder of its
// own, which goes with it.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../scripts/bundle.mjs'
import { freePort } from '../scripts/free-port.mjs'

export const root = path.resolve(import.meta.dirname, '..')

/** A first start builds the explorer. */
const READY_WITHIN_MS = 180_000

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set()

/** Ends whatever still runs, for an interrupted run; supervisors end their own children. */
export function stopAll() {
  for (const child of running) child.kill('SIGINT')
}

/** @typedef {Record<string, string>} Env */

/**
 * @typedef {object} Started
 * @property {number} pid
 * @property {() => string} output
 * @property {Promise<number | null>} ended
 * @property {(text: string) => Promise<void>} until it has printed this text; rejects with its output when it ends first
 * @property {() => Promise<void>} stop
 */

/**
 * Runs a script of Node.
 * @param {string[]} args
 * @param {{ env?: Env, cwd?: string }} [more]
 * @returns {Started}
 */
export function launch(args, { env = {}, cwd = root } = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const streams = [child.stdout, child.stderr]
  for (const stream of streams) {
    stream.on('data', (text) => {
      output += text
    })
  }
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on('close', resolve))
  void ended.then(() => running.delete(child))
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    until: (text) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS)
        const look = () => {
          if (output.includes(text)) resolve(clearTimeout(late))
        }
        for (const stream of streams) stream.on('data', look)
        void ended.then((code) => {
          clearTimeout(late)
          reject(new Error(`${args[0]} ended with ${code} before it was ready:\n${output}`))
        })
      }),
    stop: async () => {
      child.kill('SIGINT')
      await ended
    },
  }
}

/**
 * Runs a script and waits until it has printed `readyText`.
 * @param {string[]} args
 * @param {string} readyText
 * @param {{ env?: Env, cwd?: string }} [more]
 */
export async function start(args, readyText, more) {
  const started = launch(args, more)
  await started.until(readyText)
  return started
}

/**
 * Runs a script to its end.
 * @param {string[]} args
 * @param {{ env?: Env, cwd?: string }} [more]
 * @throws Error with its output when it fails
 */
export async function runToEnd(args, more) {
  const { ended, output } = launch(args, more)
  if ((await ended) !== 0) throw new Error(`${args.join(' ')} failed:\n${output()}`)
}

/** @param {string} name of a script of this folder that is written in TypeScript */
async function built(name) {
  const file = `dist/bench-${name}.mjs`
  await bundle(`bench/${name}.ts`, file)
  return file
}

/** What such a script exports. @param {string} name */
export const bundled = async (name) => import(pathToFileURL(path.join(root, await built(name))).href)

/**
 * A stand-in of this folder that prints `at URL` once it serves, for as long as `use` takes.
 * @template T
 * @param {string} name
 * @param {(string | number)[]} words
 * @param {(url: string) => Promise<T>} use
 */
export async function withStandIn(name, words, use) {
  const args = ['--max-old-space-size=4096', await built(name), ...words.map(String)]
  const standIn = await start(args, 'serving')
  try {
    return await use(/at (http\S+)/.exec(standIn.output())?.[1] ?? '')
  } finally {
    await standIn.stop()
  }
}

/** Clock ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10

/**
 * The explorer's server among a process and its children. Null where there is no /proc.
 * @param {number} pid
 */
export function serverBelow(pid) {
  if (!fs.existsSync('/proc/self/stat')) return null
  /** @param {string} id */
  const isServer = (id) => fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('server.mjs')
  return [String(pid), ...childrenOf(pid)].find(isServer) ?? null
}

/** @param {number | string} pid */
function childrenOf(pid) {
  const file = `/proc/${pid}/task/${pid}/children`
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(' ').filter(Boolean) : []
}

/** A process and all below it. @param {number | string} pid @returns {string[]} */
export const familyOf = (pid) => [String(pid), ...childrenOf(pid).flatMap(familyOf)]

/**
 * Milliseconds of processor time that a process has used, all its threads together: other work on the machine, which
 * makes every wait longer, hardly moves it. NaN where there is no /proc.
 * @param {number | string | null} pid
 */
export function cpuMsOf(pid) {
  if (pid === null || !fs.existsSync(`/proc/${pid}/stat`)) return Number.NaN
  // The title may hold spaces; behind its bracket, user and system time are the 12th and 13th.
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Megabytes of memory that a process has now. NaN where there is no /proc. @param {number | string | null} pid */
export function residentMb(pid) {
  const file = path.join('/proc', String(pid), 'status')
  if (!fs.existsSync(file)) return Number.NaN
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(file, 'utf8'))?.[1]) / 1024
}

/** Variables of the reader's own shell that would make it another explorer than the one that is meant. */
const PLAIN = Object.fromEntries(
  [
    ...['INDEXER_URL', 'INDEXER_PATH', 'DATABASE_URL', 'LEDGER', 'PROGRAM_IDS', 'SLOT_MS', 'HOST'],
    ...['INDEXER_HOST', 'START_SLOT', 'COMMITMENT', 'METRICS_PORT'],
  ].map((name) => [name, '']),
)

/**
 * A folder that goes when `use` is done.
 * @template T
 * @param {(folder: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withTemporaryFolder(use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-bench-'))
  try {
    return await use(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @typedef {object} Leafscan
 * @property {string} url
 * @property {string} indexerUrl
 * @property {() => number} cpuMs of the explorer's server
 * @property {() => string | null} serverPid
 */

/**
 * The explorer as `npm start` runs it: with its embedded indexer over the sandbox, unless `more` names another one.
 * Built first when that is needed.
 * @template T
 * @param {(leafscan: Leafscan) => Promise<T> | T} use
 * @param {Env} more
 * @returns {Promise<T>}
 */
export function withLeafscan(use, more = {}) {
  return withTemporaryFolder(async (dataDir) => {
    const [port, indexerPort] = [await freePort(), await freePort()]
    const env = { ...PLAIN, PORT: String(port), INDEXER_PORT: String(indexerPort), DATA_DIR: dataDir, ...more }
    const leafscan = await start(['scripts/start.mjs'], 'Leafscan ready:', { env })
    const serverPid = () => serverBelow(leafscan.pid)
    try {
      return await use({
        url: `http://127.0.0.1:${port}`,
        indexerUrl: `http://127.0.0.1:${indexerPort}`,
        cpuMs: () => cpuMsOf(serverPid()),
        serverPid,
      })
    } finally {
      await leafscan.stop()
    }
  })
}

/** @typedef {{ url: string, pid: number, stored: () => Promise<void> }} Indexer `stored`: its ledger is taken in */

/**
 * The indexer alone over a ledger (LEDGER), with an empty store unless `more` names one.
 * @template T
 * @param {string} ledger
 * @param {(indexer: Indexer) => Promise<T> | T} use
 * @param {Env} more
 * @param {{ isBusy?: boolean, cwd?: string }} how `isBusy`: from the moment that it answers, while it may still take in its
 *   ledger; `cwd`: another checkout
 * @returns {Promise<T>}
 */
export function withIndexer(ledger, use, more = {}, { isBusy = false, cwd = root } = {}) {
  return withTemporaryFolder(async (dataDir) => {
    const port = await freePort()
    const env = { ...PLAIN, INDEXER_PORT: String(port), DATA_DIR: dataDir, LEDGER: ledger, ...more }
    const indexer = launch(['scripts/indexer.mjs'], { env, cwd })
    const ready = indexer.until('Leafscan indexer ready:')
    ready.catch(() => {})
    const url = `http://127.0.0.1:${port}`
    try {
      await (isBusy ? Promise.race([ready, answering(url)]) : ready)
      return await use({ url, pid: indexer.pid, stored: () => ready })
    } finally {
      await indexer.stop()
    }
  })
}

/** @param {string} url */
async function answering(url) {
  while ((await fetch(`${url}/liveness`).catch(() => null)) === null) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
