// Checks that the product starts on the supported major versions of Node, prints only its own lines, and can use its
// SQLite store. Tests 22 and the newest, with this checkout's packages and build. `--all`, for nightly runs: `npm ci &&
// npm start` in a fresh clone on the oldest and newest version of each major, one after the other on one data folder, as
// in an upgrade of Node.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'
import { installPackage, loadSemver, npm, npmOf, ownEnvironment, PINNED } from './npm-versions.mjs'

const root = path.resolve(import.meta.dirname, '..')
const all = process.argv.includes('--all')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'check-nodes-'))
const folder = all ? path.join(scratch, 'clone') : root
const READY_WITHIN_MS = 600_000
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

/**
 * `npm start`, every page that the home page links to, and the end.
 * @param {string} node
 */
async function start(node) {
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(node, [program, 'start'], {
    cwd: folder,
    env: {
      ...environmentOf(node),
      HOST: '127.0.0.1',
      PORT: new URL(url).port,
      INDEXER_PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      DATA_DIR: path.join(scratch, 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
  const timer = setTimeout(() => child.kill(), READY_WITHIN_MS)
  try {
    if (!(await Promise.race([ready, ended.then(() => false)]))) throw new Error('npm start ended')
    const home = await (await fetch(url)).text()
    const paths = new Set(Array.from(home.matchAll(/ href="(\/[^"#]*)/g), ([, href]) => String(href)))
    if (paths.size < 10) throw new Error(`the home page leads to ${paths.size} pages`)
    for (const each of paths) {
      const { status } = await fetch(url + each.replaceAll('&amp;', '&'))
      if (status !== 200) throw new Error(`${each} answered ${status}`)
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}:\n${output}`)
  } finally {
    clearTimeout(timer)
    child.kill()
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`npm start ended with exit code ${code}:\n${output}`)
  const others = output.split('\n').filter((line) => !OWN_LINE.test(line))
  if (others.length > 0) throw new Error(`printed what is not Leafscan's own:\n${others.join('\n')}`)
}

/** @param {{ oldest: string, newest: string }} line */
async function check({ oldest, newest: version }) {
  const node = nodeOf(version)
  const started = Date.now()
  const took = () => `after ${((Date.now() - started) / 1000).toFixed(1)} s`
  try {
    if (all) {
      run(node, 'npm ci', [program, 'ci'])
      for (const built of ['.next', 'dist']) fs.rmSync(path.join(folder, built), { recursive: true, force: true })
    }
    // This start makes the build that the oldest version then runs.
    await start(node)
    if (all) await start(nodeOf(oldest))
    const tests = ['run', 'lib/platform/sqlite', 'lib/indexer/store', '--exclude', '**/postgres/**']
    run(node, 'tests of the store', ['node_modules/vitest/vitest.mjs', ...tests])
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
  for (const line of all ? lines : ofGate) await check(line)
} finally {
  fs.rmSync(scratch, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)
