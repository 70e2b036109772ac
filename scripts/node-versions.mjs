// The lines of Node that this project says it runs on, each at hand as a program of its own.
import fs from 'node:fs'
import path from 'node:path'
import { installed, loadSemver, npm } from './npm-versions.mjs'

const root = path.resolve(import.meta.dirname, '..')

/**
 * The oldest and the newest version of each line that `engines` allows, oldest line first: what the registry's package `node` has.
 * @returns {{ oldest: string, newest: string }[]}
 */
export function nodeLines() {
  const { engines } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  const { stdout, stderr } = npm(null, ['view', 'node', 'versions', '--json'], root)
  if (stdout === '') throw new Error(`the versions of Node could not be read:\n${stderr}`)
  const semver = loadSemver()
  /** @type {string[]} */
  const versions = JSON.parse(stdout)
  /** @type {string[]} */
  const allowed = semver.sort(versions.filter((version) => semver.satisfies(version, engines.node)))
  const lines = new Map()
  for (const version of allowed) {
    const line = lines.get(semver.major(version)) ?? { oldest: version }
    lines.set(semver.major(version), { ...line, newest: version })
  }
  return [...lines.values()]
}

/**
 * The program of this version of Node for this platform, installed where it is not there yet.
 * @param {string} version
 */
export const nodeOf = (version) =>
  path.join(installed(`node-${process.platform}-${process.arch}`, version), 'bin', 'node')
