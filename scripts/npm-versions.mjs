// The versions of npm that must be able to install this project, and how to install programs such as these from the
// registry.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
/** `npm ci` empties it. */
const cache = path.join(root, 'node_modules', '.cache', 'programs')

/** Bundled with Node 20, 22 and 24: the versions that treat our lock differently. */
export const PINNED = ['10.8.2', '10.9.4', '11.0.0', '11.6.2']

/** Writes our locks: later versions accept them, but not the other way round. */
export const LOCK_WRITER = '10.8.2'

/** The environment without the variables that a surrounding npm sets, so that only the project's own files count. */
export const ownEnvironment = /** @type {NodeJS.ProcessEnv} */ (
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_/i.test(name) || /^npm_config_(cache|registry|userconfig|cafile|\w*proxy)$/i.test(name),
    ),
  )
)

/**
 * Runs npm.
 * @param {string | null} program path from npmOf(), or null for the installPackage npm
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
 * Folder of a package, which the installPackage npm adds to the cache if needed.
 * @param {string} name
 * @param {string} version
 */
export function installPackage(name, version) {
  const folder = path.join(cache, `${name}-${version}`)
  const installPackage = path.join(folder, 'node_modules', name)
  if (fs.existsSync(installPackage)) return installPackage
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n')
  const { status, stderr } = npm(null, ['install', '--ignore-scripts', '--no-audit', `${name}@${version}`], folder)
  if (status !== 0) throw new Error(`${name} ${version} could not be installed:\n${stderr}`)
  return installPackage
}

/** Path of this version of npm. @param {string} version */
export const npmOf = (version) => path.join(installPackage('npm', version), 'bin', 'npm-cli.js')

/** The copy of semver that npm uses. */
export const loadSemver = () => createRequire(npmOf(LOCK_WRITER))('semver')

/** The newest npm that runs on the current Node. */
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
