// package-lock.json as npm writes it (lockfileVersion 3), as far as scripts read it.
import fs from 'node:fs'

/**
 * A package in its place; the project itself stands at ''. `libc`: the C libraries that it is for, glibc or musl.
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
 * The package that stands in a place: `@scope/name` of `node_modules/a/node_modules/@scope/name`.
 * @param {string} place
 */
export const packageIn = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
