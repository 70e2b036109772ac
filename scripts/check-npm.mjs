// Does the lock install with every npm that people have? `npm ci` with each pinned version, for show; then one whole
// install with the oldest. `--newest` tries the newest npm that runs here as well: for the night, since it changes.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readLock } from './lock.mjs'
import { newestVersion, npm, npmOf, PINNED } from './npm-versions.mjs'
import { hasGlibc } from './shipped.mjs'

const root = path.resolve(import.meta.dirname, '..')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'check-npm-'))
/** @type {string[]} */
const problems = []

/**
 * A folder with what a clone has of it before the install.
 * @param {string} name
 */
function clone(name) {
  const folder = path.join(scratch, name)
  fs.mkdirSync(folder)
  for (const file of ['package-lock.json', '.npmrc']) fs.copyFileSync(path.join(root, file), path.join(folder, file))
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  // Installing runs no script, by .npmrc: this one would be the first.
  manifest.scripts.preinstall = 'node -e "process.exit(1)"'
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  return folder
}

/** @param {string} version @param {string[]} args */
function install(version, args) {
  const title = ['npm', version, 'ci', ...args].join(' ')
  const folder = clone(title.replaceAll(' ', '-'))
  const started = Date.now()
  const { status, stdout, stderr } = npm(npmOf(version), ['ci', ...args], folder)
  // Of the project: what else npm warns of is the configuration of whoever runs this.
  const warnings = stderr.split('\n').filter((line) => /EBADENGINE|ERESOLVE|EUSAGE|install-scripts/.test(line))
  const ok = status === 0 && warnings.length === 0
  if (!ok)
    problems.push(`${title}: exit code ${status}\n${(warnings.length > 0 ? warnings : [stderr + stdout]).join('\n')}`)
  console.log(`${title}: ${ok ? 'ok' : 'FAILED'} after ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return folder
}

/**
 * Packages that were installed for the other C library: hundreds of megabytes that never run.
 * @param {string} folder
 */
function forOthers(folder) {
  const { packages } = readLock(path.join(root, 'package-lock.json'))
  const ours = hasGlibc() ? 'glibc' : 'musl'
  return Object.entries(packages)
    .filter(([place, { libc }]) => libc && !libc.includes(ours) && fs.existsSync(path.join(folder, place)))
    .map(([place]) => `${place} is for another C library, and was installed`)
}

try {
  const versions = process.argv.includes('--newest') ? [...PINNED, newestVersion()] : PINNED
  for (const version of versions) install(version, ['--dry-run'])
  problems.push(...forOthers(install(versions[0], [])))
} finally {
  fs.rmSync(scratch, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
