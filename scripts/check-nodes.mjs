// Checks that the package, packed from this checkout's build and run by npx in an empty folder, starts on Node 22 and the newest,
// prints only its own lines, ends when npx does, and goes on where it was with the next Node; and on the newest runs the tests of the
// SQLite store. `--all`, for nightly runs: the oldest and newest version of every line, and before the package `npm ci && npm start`
// in a fresh clone, one after the other on one data folder, as in an upgrade of Node.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.mjs'
import { installPackage, loadSemver, npm, npmOf, ownEnvironment, PINNED } from './npm-versions.mjs'

const root = path.resolve(import.meta.dirname, '..')
const all = process.argv.includes('--all')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'check-nodes-'))
const folder = all ? path.join(scratch, 'clone') : root
const ENDED_WITHIN_MS = 600_000
/** Lines that a start may print: ours, those of npm, and that of Next.js about its configuration. */
const OWN_LINE = /^(Leafscan|Building the explorer|✓ Running next\.config\.mjs|\{"ts":"|> |npm |$)/
/** Runs on every version of Node; the installPackage npm may be too old for the newest and warn. */
const program = npmOf(/** @type {string} */ (PINNED.at(-1)))
let failed = false

/**
 * The oldest and the newest version of each major that `engines` allows, in ascending order, from the npm package `node`.
 * @returns {{ oldest: string, newest: string }[]}
 */
function nodeLines() {
  const { engines } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  const { stdout, stderr } = npm(null, ['view', 'node', 'versions', '--json'], root)
  if (stdout === '') throw new Error(`the versions of Node could not be read:\n${stderr}`)
  const semver = loadSemver()
  /** @type {string[]} */
  const versions = JSON.parse(stdout)
  /** @type {string[]} */
  const allowed = semver.sort(versions.filter((version) => semver.satisfies(version, engines.node)))
  const lines = new Map()
  for (const version of allowed) {
    const line = lines.get(semver.major(version)) ?? { oldest: version }
    lines.set(semver.major(version), { ...line, newest: version })
  }
  return [...lines.values()]
}

/**
 * Path of this version of Node for this platform, installPackage if needed.
 * @param {string} version
 */
const nodeOf = (version) =>
  path.join(installPackage(`node-${process.platform}-${process.arch}`, version), 'bin', 'node')

/** @param {string} node */
const environmentOf = (node) => ({
  ...ownEnvironment,
  PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
})

/**
 * Runs a command with this Node; prints its output only if it fails.
 * @param {string} node
 * @param {string} title
 * @param {string[]} args
 */
function run(node, title, args) {
  const { status, stdout, stderr } = spawnSync(node, args, { cwd: folder, encoding: 'utf8', env: environmentOf(node) })
  if (status !== 0) throw new Error(`${title}: exit code ${status}\n${stdout}${stderr}`)
}

/** Where npx installs and looks for global packages, with the downloads of the cache that is there. */
const npxFolder = path.join(scratch, 'npm')
const emptyFolder = path.join(scratch, 'empty')

/** Puts the tarball of the build, made if it is not current, into the empty folder. */
function pack() {
  for (const used of [npxFolder, emptyFolder]) fs.rmSync(used, { recursive: true, force: true })
  for (const used of [path.join(npxFolder, 'lib'), emptyFolder]) fs.mkdirSync(used, { recursive: true })
  const downloads = path.join(npm(null, ['config', 'get', 'cache'], folder).stdout.trim(), '_cacache')
  fs.symlinkSync(downloads, path.join(npxFolder, '_cacache'))
  const { status, stdout, stderr } = npm(null, ['run', 'pack', '--', '--pack-destination', emptyFolder], folder)
  if (status !== 0) throw new Error(`npm run pack: exit code ${status}\n${stdout}${stderr}`)
}

/** The slot that the indexer of the package stood at when it was last asked. */
let slot = -1

/**
 * The package from its tarball, in a folder that is empty before the first start and keeps its data from then on.
 * @param {string} node
 * @param {'SIGINT' | 'SIGTERM'} [signal] SIGTERM reaches npx alone
 */
async function startPackage(node, signal = 'SIGINT') {
  // Of the oldest npm: on a slow disk 11.6 takes its own lock for compromised.
  const npx = path.join(path.dirname(npmOf(/** @type {string} */ (PINNED[0]))), 'npx-cli.js')
  // A short slot lets the sandbox move on visibly.
  const env = { SLOT_MS: '40', npm_config_cache: npxFolder, npm_config_prefix: npxFolder }
  const [tarball] = fs.readdirSync(emptyFolder).filter((name) => name.endsWith('.tgz'))
  await start(node, [npx, '--yes', `./${tarball}`], { cwd: emptyFolder, env, signal }, async (url) => {
    const rows = (await (await fetch(`${url}/latest`)).text()).match(/<tr\b/g)?.length ?? 0
    if (rows < 5) throw new Error(`/latest has ${rows} rows`)
    const first = await slotAt(url)
    if (first < slot) throw new Error(`after slot ${slot} the next start went on at ${first}`)
    for (slot = first; slot < first + 20; slot = await slotAt(url)) await setTimeout(100)
  })
  if (!fs.readdirSync(path.join(emptyFolder, '.data')).some((name) => name.endsWith('.sqlite')))
    throw new Error('its store is not in the working folder')
}

/** @param {string} url @returns {Promise<number>} */
async function slotAt(url) {
  const { result } = await (await fetch(`${url}/api/v1/getIndexerSlot`)).json()
  return result
}

/**
 * Starts Leafscan, requests every page that the home page links to, and ends it, as Ctrl-C does or by a SIGTERM.
 * @param {string} node
 * @param {string[]} command
 * @param {{ cwd: string, env: Record<string, string>, signal?: 'SIGINT' | 'SIGTERM' }} how
 * @param {(url: string) => Promise<void>} [more]
 */
async function start(node, command, { cwd, env, signal = 'SIGINT' }, more) {
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(node, command, {
    cwd,
    env: {
      ...environmentOf(node),
      HOST: '127.0.0.1',
      PORT: new URL(url).port,
      INDEXER_PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // With a process group of its own, as a command in a terminal.
    detached: true,
  })
  const end = () => {
    const ended = child.exitCode ?? child.signalCode
    if (ended === null) process.kill(signal === 'SIGINT' ? -Number(child.pid) : Number(child.pid), signal)
  }
  let output = ''
  const ended = once(child, 'close')
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text
        if (output.includes('Leafscan ready:')) resolve(true)
      })
    }
  })
  const timer = globalThis.setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), ENDED_WITHIN_MS)
  try {
    if (!(await Promise.race([ready, ended.then(() => false)]))) throw new Error('it ended')
    const home = await (await fetch(url)).text()
    const paths = new Set(Array.from(home.matchAll(/ href="(\/[^"#]*)/g), ([, href]) => String(href)))
    if (paths.size < 10) throw new Error(`the home page leads to ${paths.size} pages`)
    for (const each of paths) {
      const { status } = await fetch(url + each.replaceAll('&amp;', '&'))
      if (status !== 200) throw new Error(`${each} answered ${status}`)
    }
    await more?.(url)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}:\n${output}`)
  } finally {
    end()
  }
  // With all processes that share its output. npx ends by the signal itself, whatever the code of its command.
  const [code, by] = await ended
  clearTimeout(timer)
  if (code !== 0 && more === undefined) throw new Error(`it ended with ${code ?? by}:\n${output}`)
  if (!output.includes('"msg":"stopping"')) throw new Error(`it did not end by itself:\n${output}`)
  const others = output.split('\n').filter((line) => !OWN_LINE.test(line))
  if (others.length > 0) throw new Error(`printed what is not Leafscan's own:\n${others.join('\n')}`)
}

/**
 * @param {{ oldest: string, newest: string }} line
 * @param {boolean} withTests of the SQLite store
 */
async function check({ oldest, newest: version }, withTests) {
  const node = nodeOf(version)
  const started = Date.now()
  const took = () => `after ${((Date.now() - started) / 1000).toFixed(1)} s`
  try {
    if (all) {
      run(node, 'npm ci', [program, 'ci'])
      for (const built of ['.next', 'dist']) fs.rmSync(path.join(folder, built), { recursive: true, force: true })
      // The first start makes the build that the oldest version then runs.
      const place = { cwd: folder, env: { DATA_DIR: path.join(scratch, 'data') } }
      await start(node, [program, 'start'], place)
      await start(nodeOf(oldest), [program, 'start'], place)
    }
    for (const each of all ? [oldest, version] : [version]) {
      const isFirst = slot === -1
      if (isFirst) pack()
      await startPackage(nodeOf(each), isFirst ? 'SIGTERM' : 'SIGINT')
    }
    if (withTests) {
      const tests = ['run', 'lib/platform/sqlite', 'lib/indexer/store', '--exclude', '**/postgres/**']
      run(node, 'tests of the store', ['node_modules/vitest/vitest.mjs', ...tests])
    }
    console.log(`Node ${version}: ok ${took()}`)
  } catch (error) {
    failed = true
    console.error(`Node ${version}: FAILED ${took()}: ${error instanceof Error ? error.message : error}`)
  }
}

try {
  if (all) {
    const { status, stderr } = spawnSync('git', ['clone', '-q', root, folder], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  const lines = nodeLines()
  const ofGate = lines.filter((line) => line.newest.startsWith('22.') || line === lines.at(-1))
  for (const line of all ? lines : ofGate) await check(line, all || line === lines.at(-1))
} finally {
  fs.rmSync(scratch, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)
