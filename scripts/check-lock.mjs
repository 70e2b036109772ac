// The lock must contain the packages of every platform (otherwise npm ci fails on some), name the C library of each
// (otherwise both are installed), and contain no download URLs. `npm run lock` repairs it.
import path from 'node:path'
import { readLock } from './lock.mjs'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Problems of a lock file, one line each. Only the project's own lock must cover every platform: the recorder runs on one
 * machine.
 * @param {string} file
 * @param {import('./lock.mjs').Lock} lock
 */
export function problemsOf(file, { packages }) {
  /** @type {string[]} */
  const problems = []
  for (const [place, entry] of Object.entries(packages)) {
    if (entry.resolved?.includes('://')) problems.push(`${file}: ${place} records a download address`)
    const twin = twins(place).find((name) => packages[name])
    const pair = twin ? { [place]: 'musl', [twin]: 'glibc' } : {}
    for (const [name, libc] of Object.entries(pair))
      if (!packages[name]?.libc?.includes(libc)) problems.push(`${file}: ${name} does not say that it is for ${libc}`)
    if (file !== 'package-lock.json') continue
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const locked = Object.keys(packages).some((other) => other.endsWith(`node_modules/${name}`))
      if (!locked)
        problems.push(`${file}: ${place || 'the project'} needs ${name} on some platform, which is not locked`)
    }
  }
  return problems
}

/** Parts of package names that mean musl or glibc. @type {[musl: string, glibc: string][]} */
const TWINS = [
  ['-musl', '-gnu'],
  ['-musl', ''],
  ['linuxmusl', 'linux'],
]

/**
 * Possible names of the glibc package for a musl one.
 * @param {string} place
 */
const twins = (place) =>
  TWINS.filter(([musl]) => place.includes(musl)).map(([musl, glibc]) => place.replace(musl, glibc))

if (process.argv[1] === import.meta.filename) {
  const problems = ['package-lock.json', 'lib/testing/recorder/package-lock.json'].flatMap((file) =>
    problemsOf(file, readLock(path.join(root, file))),
  )
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
