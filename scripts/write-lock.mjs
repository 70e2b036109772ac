// `npm run lock`: rewrites the lock files from their package.json, in a form that every npm from 10.8 on can install. The
// oldest npm writes it, since later ones omit optional peers that it requires. It drops the C library of each package,
// without which both variants would be installed, so that is added again.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { packageIn, readLock } from './lock.mjs'
import { LOCK_WRITER, npm, npmOf } from './npm-versions.mjs'

const root = path.resolve(import.meta.dirname, '..')
const program = npmOf(LOCK_WRITER)

/**
 * `["musl"]` or the like for a package that is for one C library alone; undefined for others.
 * @param {string} name
 * @param {string} version
 * @returns {string[] | undefined}
 */
function libcOf(name, version) {
  const { status, stdout, stderr } = npm(null, ['view', `${name}@${version}`, 'libc', '--json'], root)
  if (status !== 0) throw new Error(`${name}@${version}: ${stderr}`)
  return stdout.trim() ? [JSON.parse(stdout)].flat() : undefined
}

/**
 * Adds the C library at the position where later versions of npm write it.
 * @param {import('./lock.mjs').Locked} entry
 * @param {string[]} libc
 */
const withLibc = ({ version, integrity, cpu, dev, ...rest }, libc) => ({ version, integrity, cpu, dev, libc, ...rest })

for (const folder of ['.', 'lib/testing/recorder']) {
  const place = path.join(root, folder)
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'write-lock-'))
  const lock = path.join(scratch, 'package-lock.json')
  // In a temporary folder, since npm copies installed packages into the lock.
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    if (fs.existsSync(path.join(place, file))) fs.copyFileSync(path.join(place, file), path.join(scratch, file))
  const before = fs.existsSync(lock) ? readLock(lock).packages : {}
  const { status, stderr } = npm(program, ['install', '--package-lock-only'], scratch)
  if (status !== 0) throw new Error(stderr)
  if (/warn/.test(stderr)) console.error(stderr)
  const written = readLock(lock)
  for (const [where, entry] of Object.entries(written.packages)) {
    if (!entry.os?.includes('linux') || entry.version === undefined) continue
    const known = before[where]?.version === entry.version ? before[where].libc : undefined
    const libc = known ?? libcOf(packageIn(where), entry.version)
    if (libc) written.packages[where] = /** @type {import('./lock.mjs').Locked} */ (withLibc(entry, libc))
  }
  fs.writeFileSync(path.join(place, 'package-lock.json'), `${JSON.stringify(written, null, 2)}\n`)
  fs.rmSync(scratch, { recursive: true })
}
