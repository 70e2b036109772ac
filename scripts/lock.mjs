// package-lock.json as npm writes it (lockfileVersion 3), as far as scripts read it.
import fs from 'node:fs'

/**
 * A package in its place; the project itself stands at ''.
 * @typedef {object} Locked
 * @property {string} [name]
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {string} [integrity] its digests: `sha512-<base64>`, several with spaces between
 * @property {string} [license]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc] the C libraries that it is for: glibc, musl
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {boolean} [link] true of a folder that stands elsewhere
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
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
