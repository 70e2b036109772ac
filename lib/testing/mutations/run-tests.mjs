// Runs tests in a copy of the sources, and tells how that ended.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * `passed`: all did. `failed`: one did not, and `by` names it. `timed out`: it went on for too long. `broken`: no test ran,
 * which says nothing about the sources.
 * @typedef {{ outcome: 'passed' | 'failed' | 'timed out' | 'broken', by: string }} Ran
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** Ends what still runs, with all that it has started. */
export function endAll() {
  for (const child of running) endGroup(child)
}

const REPORTER = path.join(import.meta.dirname, 'reporter.mjs')

/**
 * Unit tests in `tree`, until the first fails. `places`: files and folders; none: all of them.
 * @param {string} tree
 * @param {string[]} places
 * @param {{ limitMs: number, workers: number }} bounds
 * @returns {Promise<Ran>}
 */
export async function unitTests(tree, places, { limitMs, workers }) {
  const report = `${tree}-tmp/report.json`
  fs.rmSync(report, { force: true })
  const args = ['run', ...places, '--bail=1', `--maxWorkers=${workers}`, `--reporter=${REPORTER}`]
  const ran = await command(tree, ['node_modules/vitest/vitest.mjs', ...args], limitMs, { MUTATED_REPORT: report })
  if (ran.status === null) return { outcome: 'timed out', by: '' }
  /** @type {import('./reporter.mjs').Report | null} */
  const result = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : null
  if (ran.status === 0 && result?.tests) return { outcome: 'passed', by: '' }
  const first = result?.first
  if (!first) return { outcome: 'broken', by: `no test ran: ${inShort(ran.output)}` }
  const by = `${first.place}: ${inShort(first.message)}`
  // esbuild has parsed it, vitest has its own parser.
  if (/Transform failed|PARSE_ERROR/.test(first.message)) return { outcome: 'broken', by }
  // It may hang because of the mutation, or because the machine is busy: told apart from what failed.
  return { outcome: /^(?:Test|Hook) timed out/.test(first.message) ? 'timed out' : 'failed', by }
}

/**
 * Journeys in `tree`, until the first fails.
 * @param {string} tree
 * @param {{ limitMs: number }} bounds
 * @returns {Promise<Ran>}
 */
export async function journeys(tree, { limitMs }) {
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '-c',
    'e2e/playwright.config.ts',
    '-x',
    '--reporter=line',
  ]
  const ran = await command(tree, args, limitMs)
  if (ran.status === null) return { outcome: 'timed out', by: '' }
  return { outcome: ran.status === 0 ? 'passed' : 'failed', by: ran.status === 0 ? '' : inShort(ran.output) }
}

/**
 * Runs Node in a copy.
 * @param {string} tree
 * @param {string[]} args
 * @param {number} limitMs
 * @param {Record<string, string>} env
 * @returns {Promise<{ status: number | null, output: string }>} Without a status: it was ended at its limit.
 */
function command(tree, args, limitMs, env = {}) {
  // Beside the copy, and short: sockets in it have names of at most a hundred characters.
  const temporary = `${tree}-tmp`
  fs.mkdirSync(temporary, { recursive: true })
  return new Promise((resolve, reject) => {
    // A group of its own: what tests start ends with them. Its temporary files go with the copy.
    const child = spawn(process.execPath, args, {
      cwd: tree,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, TMPDIR: temporary, FORCE_COLOR: '0' },
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-20_000)
      })
    }
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endGroup(child)
    }, limitMs)
    child.once('error', reject)
    child.once('close', (status) => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ status: isLate ? null : (status ?? 1), output })
    })
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

function inShort(text = '') {
  return stripVTControlCharacters(text).trim().split('\n').slice(0, 3).join(' ').slice(0, 300)
}
