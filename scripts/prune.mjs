import fs from 'node:fs'
import path from 'node:path'

/** All that stands at the top of the built pages: lib/server starts them. The framework's tracing takes sources along. */
const NEEDED = ['.next', 'node_modules', 'package.json']

/** An image optimizer that is switched off, with what it alone needs, and a compiler. */
const UNUSED_PACKAGES = ['@img', 'sharp', 'detect-libc', 'semver', 'typescript']

/** Types, sources, maps, and the tracing's own notes. */
const UNUSED_FILE = /\.(?:[cm]?tsx?|map|nft\.json)$/

/**
 * Removes from the built server's folder what it never opens. `npm start` runs what is left, and so do a container and a unit.
 * @param {string} folder
 */
export function prune(folder) {
  for (const name of fs.readdirSync(folder)) {
    if (!NEEDED.includes(name)) fs.rmSync(path.join(folder, name), { recursive: true })
  }
  for (const name of UNUSED_PACKAGES) {
    fs.rmSync(path.join(folder, 'node_modules', name), { recursive: true, force: true })
  }
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (UNUSED_FILE.test(name)) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

/** Whether this machine's C library is glibc. */
export function hasGlibc() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return header.glibcVersionRuntime !== undefined
}

/**
 * Whether a native library is for another C library than this machine's, by its name.
 * @param {string} file
 */
export function isForeign(file) {
  return process.platform === 'linux' && new RegExp(hasGlibc() ? 'musl' : 'glibc|gnu').test(path.basename(file))
}
