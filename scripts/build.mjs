// Builds what `npm start` serves: the explorer (next build) and the bundles that Node runs. Does nothing
// when the last build was made from the same inputs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, bundleIndexer, bundleServer } from './bundle.mjs'
import { makeFonts } from './fonts.mjs'

const root = path.resolve(import.meta.dirname, '..')
const stamp = path.join(root, '.next', 'leafscan-inputs')

/** Inputs of the explorer's build. */
const INPUTS = [
  'app',
  'components',
  'lib',
  'public',
  ...['api', 'glossary', 'mints', 'on-call', 'proof', 'transactions', 'using'].map((name) =>
    path.join('docs', `${name}.md`),
  ),
  'proxy.ts',
  'next.config.mjs',
  path.join('scripts', 'fonts.mjs'),
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** The indexer is bundled apart, and test helpers are not part of the build. */
const NOT_BUILT = ['indexer', 'testing'].map((name) => path.join('lib', name))

/** Digest of names and contents of all inputs, whatever their times and the version of Node. */
export function inputsDigest(folder = root) {
  const digest = createHash('sha256')
  /** @param {string} file */
  const add = (file) => {
    if (NOT_BUILT.includes(file) || /\.test\.tsx?$/.test(file)) return
    const full = path.join(folder, file)
    if (!fs.existsSync(full)) return
    if (fs.statSync(full).isDirectory()) {
      for (const name of fs.readdirSync(full).sort()) add(path.join(file, name))
    } else digest.update(`${file}\0`).update(fs.readFileSync(full)).update('\0')
  }
  for (const input of INPUTS) add(input)
  return digest.digest('hex')
}

/** @param {string} digest */
function isBuilt(digest) {
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === digest
}

/** Builds the explorer's server and pages when their inputs changed. Rejects with a plain message when that fails. */
export async function buildExplorer({ quiet = true } = {}) {
  await bundleServer()
  await buildPages(quiet)
}

/** @param {boolean} quiet */
async function buildPages(quiet) {
  const digest = inputsDigest()
  if (isBuilt(digest)) return
  if (quiet) console.log('Building the explorer (once, about 10 to 30 s) …')
  fs.rmSync(stamp, { force: true })
  await makeFonts()
  await run(createRequire(import.meta.url).resolve('next/dist/bin/next'), ['build'], quiet)
  hidePlace()
  fs.writeFileSync(stamp, digest)
}

/** The framework notes where it built, for a start of its own; ours names the folder, and what ships is for other places. */
function hidePlace() {
  for (const name of ['required-server-files.js', 'required-server-files.json']) {
    const file = path.join(root, '.next', name)
    const place = JSON.stringify(root).slice(1, -1)
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll(place, '.'))
  }
}

/** Notes the commit of these sources, if git knows it, for what ships without git's folder, and returns it. */
export function noteCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const file = path.join(root, 'dist', 'commit')
  fs.rmSync(file, { force: true })
  if (status !== 0) return undefined
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, stdout)
  return stdout.trim()
}

/**
 * Bundles lib/platform/environment.ts, so that plain Node can import it.
 * @returns {Promise<typeof import('../lib/platform/environment')>}
 */
export async function loadEnvironmentReader() {
  await bundle('lib/platform/environment.ts', 'dist/environment.mjs', { alone: true })
  return import(pathToFileURL(path.join(root, 'dist', 'environment.mjs')).href)
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {boolean} quiet
 * @returns {Promise<void>}
 */
function run(script, args, quiet) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env: {
        ...process.env,
        NEXT_TELEMETRY_DISABLED: '1',
        // The build starts `node` by its name, and waits forever if there is none.
        PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
      },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (text) => {
      output += text
    })
    child.stderr?.on('data', (text) => {
      output += text
    })
    // Otherwise the build would outlive this process.
    const end = () => child.kill()
    process.once('exit', end)
    child.on('error', reject)
    child.on('exit', (code) => {
      process.off('exit', end)
      if (code === 0) resolve()
      else reject(new Error(`the explorer's build failed:\n${output.trim()}`))
    })
  })
}

if (process.argv[1] === import.meta.filename) {
  await bundleIndexer()
  await loadEnvironmentReader()
  await buildExplorer({ quiet: false })
  noteCommit()
}
