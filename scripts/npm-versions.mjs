// The versions of npm that this project must install with, each at hand as a program of its own; and how such programs of
// the registry are had at all.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
/** Emptied by `npm ci`, and nothing of the project looks into it. */
const cache = path.join(root, 'node_modules', '.cache', 'programs')

/** What Node 20, 22 and 24 bring: the oldest and newest of each that behave differently on our lock. */
export const PINNED = ['10.8.2', '10.9.4', '11.0.0', '11.6.2']

/** The npm that writes our locks. What it writes is taken by every later one; the other way round it is not so. */
export const WRITER = '10.8.2'

/** The environment without what an npm around us says of itself and of this project: the project's own files must do. */
export const ownEnvironment = /** @type {NodeJS.ProcessEnv} */ (
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_/i.test(name) || /^npm_config_(cache|registry|userconfig|cafile|\w*proxy)$/i.test(name),
    ),
  )
)

/**
 * Runs npm.
 * @param {string | null} program of npmOf(), or null for the npm at hand
 * @param {string[]} args
 * @param {string} cwd
 */
export function npm(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(
    program ? process.execPath : 'npm',
    program ? [program, ...args] : args,
    { cwd, encoding: 'utf8', env: ownEnvironment, shell: !program && process.platform === 'win32' },
  )
  if (error) throw error
  return { status, stdout, stderr }
}

/**
 * The folder of a package, installed into the cache by the npm at hand where it is not there yet.
 * @param {string} name
 * @param {string} version
 */
export function installed(name, version) {
  const folder = path.join(cache, `${name}-${version}`)
  const installed = path.join(folder, 'node_modules', name)
  if (fs.existsSync(installed)) return installed
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n')
  const { status, stderr } = npm(null, ['install', '--ignore-scripts', '--no-audit', `${name}@${version}`], folder)
  if (status !== 0) throw new Error(`${name} ${version} could not be installed:\n${stderr}`)
  return installed
}

/** The program of this version of npm. @param {string} version */
export const npmOf = (version) => path.join(installed('npm', version), 'bin', 'npm-cli.js')

/** What npm itself compares versions with. */
export const loadSemver = () => createRequire(npmOf(WRITER))('semver')

/** The newest npm that the Node at hand can run. */
export function newestVersion() {
  const semver = loadSemver()
  /** @param {string} what */
  const ask = (what) => JSON.parse(npm(null, ['view', what, 'version', 'engines', '--json'], root).stdout)
  for (let major = semver.major(ask('npm@latest').version); major > 0; major--) {
    const runs = [ask(`npm@${major}`)].flat().filter(({ engines }) => semver.satisfies(process.version, engines.node))
    const [newest] = semver.rsort(runs.map(({ version }) => version).filter((each) => !semver.prerelease(each)))
    if (newest) return newest
  }
  throw new Error('the registry has no npm that runs here')
}
