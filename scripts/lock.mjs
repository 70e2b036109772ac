// Types of package-lock.json (lockfileVersion 3), as far as scripts read it.
import fs from 'node:fs'

/**
 * A package, by its path; the project itself has the path ''. `libc`: the C libraries it runs with, glibc or musl.
 * @typedef {{ version?: string, resolved?: string, integrity?: string, os?: string[], cpu?: string[], libc?: string[],
 *   dev?: boolean, link?: boolean, optionalDependencies?: Record<string, string> }} Locked
 */

/** @typedef {{ packages: Record<string, Locked> }} Lock */

/**
 * @param {string} file
 * @returns {Lock}
 */
export const readLock = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))

/**
 * Name of the package at a path: `@scope/name` for `node_modules/a/node_modules/@scope/name`.
 * @param {string} place
 */
export const packageIn = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
