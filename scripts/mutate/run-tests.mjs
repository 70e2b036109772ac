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

const running = new Set()

/** Ends what still runs, with all that it has started. */
export function endAll() {
  for (const child of running) endGroup(child)
}

/**
 * Unit tests in `tree`, until the first fails. `places`: files and folders; none: all of them.
 * @returns {Promise<Ran>}
 */
export async function unitTests(tree, places, { limitMs, workers }) {
  const report = path.join(tree, 'reports', 'mutated.json')
  fs.rmSync(report, { force: true })
  const args = ['run', ...places, '--bail=1', `--maxWorkers=${workers}`, '--reporter=json', `--outputFile=${report}`]
  const ran = await command(tree, ['node_modules/vitest/vitest.mjs', ...args], limitMs)
  if (ran.status === null) return { outcome: 'timed out', by: '' }
  const result = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : null
  if (!result?.testResults.length) return { outcome: 'broken', by: `no test ran: ${inShort(ran.output)}` }
  const unread = result.testResults.find(({ message }) => /Transform failed|PARSE_ERROR/.test(message))
  if (unread) return { outcome: 'broken', by: inShort(unread.message) }
  return ran.status === 0 ? { outcome: 'passed', by: '' } : firstFailure(tree, result, ran)
}

/** Journeys in `tree`, until the first fails. @returns {Promise<Ran>} */
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

/** @returns {Ran} */
function firstFailure(tree, { testResults }, { output }) {
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed')
    const file = path.relative(tree, name)
    if (failed) {
      // It may hang because of the mutation, or because the machine is busy: told apart from what failed. The second is how
      // vitest's report has it.
      const isLate = /^Error: (?:(?:Test|Hook) timed out|STACK_TRACE_ERROR)/.test(failed.failureMessages[0] ?? '')
      return { outcome: isLate ? 'timed out' : 'failed', by: `${file} › ${failed.fullName}` }
    }
    if (status === 'failed') return { outcome: 'failed', by: `${file}: ${inShort(message || output)}` }
  }
  // A promise that nobody awaited, or a process of tests that died.
  return { outcome: 'failed', by: `outside of tests: ${inShort(output)}` }
}

/** @returns {Promise<{ status: number | null, output: string }>} Without a status: it was ended at its limit. */
function command(tree, args, limitMs) {
  // Beside the copy, and short: sockets in it have names of at most a hundred characters.
  const temporary = `${tree}-tmp`
  fs.mkdirSync(temporary, { recursive: true })
  return new Promise((resolve, reject) => {
    // A group of its own: what tests start ends with them. Its temporary files go with the copy.
    const child = spawn(process.execPath, args, {
      cwd: tree,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: temporary, FORCE_COLOR: '0' },
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

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

function inShort(text = '') {
  return stripVTControlCharacters(text).trim().split('\n').slice(0, 3).join(' ').slice(0, 300)
}
