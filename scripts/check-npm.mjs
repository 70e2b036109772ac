// Checks that the lock installs with every common npm: a dry run of `npm ci` with each pinned version, then a real
// install with the oldest. `--newest`, for nightly runs: also with the newest npm that runs here.
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
 * Creates a folder with what npm reads in a fresh clone.
 * @param {string} name
 */
function clone(name) {
  const folder = path.join(scratch, name)
  fs.mkdirSync(folder)
  for (const file of ['package-lock.json', '.npmrc']) fs.copyFileSync(path.join(root, file), path.join(folder, file))
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  // .npmrc forbids install scripts: this one fails the install if it runs.
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
  // Warnings about the project; others are about the user's configuration.
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
