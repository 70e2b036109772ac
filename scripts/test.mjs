// `npm test`: types, lint, unit tests, build, journeys in a real browser. `npm run test:slow`: what takes longer; the gate
// runs both. `npm run test:nightly [part …]`: what takes hours or the whole machine. docs/testing.md lists the parts.
// Prints a last line that counts all tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { chromium } from '@playwright/test'
import { BUILD_SECRETS } from '../lib/testing/build-secrets.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { rowsIn, unshown } from './fault-rows.mjs'
import { NIGHTLY } from './nightly.mjs'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'reports')
const [suite = 'quick', ...named] = process.argv.slice(2)
fs.mkdirSync(reports, { recursive: true })

const tally = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} Failures, one or two lines each, repeated at the end of the log. */
const failures = []
/** @type {string[]} Tests that did not run. */
const skipped = []
/** @type {{ file: string, title: string, passed: boolean }[]} Every test. */
const ran = []

/**
 * Runs a command; its output goes to the console, or with `quiet` to a file that is printed when it has ended.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean }} [more]
 */
async function step(title, command, args, { env = {}, quiet = false } = {}) {
  const log = path.join(reports, `${title}.log`)
  const output = quiet ? fs.openSync(log, 'w') : 'inherit'
  if (!quiet) console.log(`\n── ${title}`)
  const started = Date.now()
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  })
  const [status] = await once(child, 'exit')
  if (quiet) console.log(`\n── ${title}\n${fs.readFileSync(log, 'utf8').trim()}`)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`── ${title}: ${status === 0 ? 'ok' : 'FAILED'} after ${seconds} s`)
  if (status !== 0) failures.push(`${title}: exit code ${status}`)
  return status === 0
}

/** The first lines of an error message, without terminal colours. */
const inShort = (message = '') => stripVTControlCharacters(message).split('\n').slice(0, 3).join(' ').slice(0, 400)

/**
 * Counts a test.
 * @param {string} file
 * @param {string} title
 * @param {'passed' | 'failed' | 'skipped'} outcome
 * @param {string} [message]
 * @param {string} [name] the title with those of its groups
 */
function count(file, title, outcome, message, name = title) {
  const place = path.relative(root, file)
  tally[outcome]++
  ran.push({ file: place, title, passed: outcome === 'passed' })
  if (outcome === 'failed') failures.push(`${place} › ${name}\n  ${inShort(message)}`)
  if (outcome === 'skipped') skipped.push(`${place} › ${name}`)
}

/**
 * Runs a step and returns the report it wrote; null if it wrote none.
 * @param {string} name
 * @param {(report: string) => Promise<unknown>} run
 */
async function reported(name, run) {
  const report = path.join(reports, `${name}.json`)
  fs.rmSync(report, { force: true })
  await run(report)
  return fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : null
}

/**
 * @param {string} title
 * @param {string} name
 * @param {{ files?: string[], env?: Record<string, string>, quiet?: boolean }} [more]
 */
async function units(title, name, { files = [], ...more } = {}) {
  const result = await reported(name, (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
    return step(title, 'npx', ['vitest', 'run', ...files, ...reporters], more)
  })
  for (const { name: file, status, message, assertionResults } of result?.testResults ?? []) {
    for (const { title, fullName, status, failureMessages } of assertionResults) {
      count(file, title, status === 'passed' || status === 'failed' ? status : 'skipped', failureMessages[0], fullName)
    }
    // A failure outside tests: the file could not be loaded, or a hook failed.
    if (status === 'failed' && message) failures.push(`${path.relative(root, file)}\n  ${inShort(message)}`)
  }
}

/**
 * All specs of Playwright's report, from files and nested groups.
 * @typedef {import('@playwright/test/reporter').JSONReportSuite} JourneySuite
 * @type {(suite: JourneySuite) => JourneySuite['specs']}
 */
const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]

/**
 * What the browser printed about its crash; the test only sees that its page is gone.
 * @param {string} log
 */
function crashIn(log) {
  const lines = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').split('\n') : []
  return lines.filter((line) => /FATAL|out of memory|Segmentation|signal=SIG/i.test(line)).join('\n')
}

/** @param {string} title @param {string} name @param {string} config */
async function journeys(title, name, config) {
  const browserLog = path.join(reports, `${name}-browser.log`)
  fs.rmSync(browserLog, { force: true })
  /** @type {import('@playwright/test/reporter').JSONReport | null} */
  const result = await reported(name, (report) =>
    step(title, 'npx', ['playwright', 'test', '-c', `e2e/${config}.config.ts`, '--reporter=list,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, DEBUG: 'pw:browser', DEBUG_FILE: browserLog },
    }),
  )
  if (!result) return
  const { stats, config: settings, errors } = result
  for (const { file, title: test, tests } of result.suites.flatMap(specsOf)) {
    const { status, results } = tests[0] ?? {}
    const outcome = status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed'
    count(path.join(settings.rootDir, file), test, outcome, results?.[0]?.error?.message)
  }
  for (const { message } of errors) failures.push(`journeys: ${inShort(message)}`)
  const crash = crashIn(browserLog)
  if (stats.unexpected > 0 && crash) failures.push(`${title}: the browser printed\n${crash}`)
}

const build = () => step('build', 'npm', ['run', '-s', 'build'], { quiet: true, env: BUILD_SECRETS })

async function quick() {
  await Promise.all([
    units('unit tests', 'unit'),
    step('types', 'npm', ['run', '-s', 'typecheck'], { quiet: true }),
    step('lint', 'npm', ['run', '-s', 'lint'], { quiet: true }),
    build(),
  ])
  // Old versions of Node use the SQLite package; where the built-in driver runs, the package is tested too.
  if (Number.parseInt(process.versions.node, 10) >= 24) {
    const env = { SQLITE_DRIVER: 'package' }
    await units('store with the packaged SQLite', 'store', { files: ['lib/indexer/store'], env })
  }
  await journeys('journeys', 'e2e', 'playwright')
}

async function slow() {
  // Built once, before tests start several explorers in parallel.
  await build()
  await units('slow tests', 'slow', { env: { SUITE: 'slow' } })
  await journeys('slow journeys', 'e2e-slow', 'slow')
}

async function nightly() {
  const unknown = named.filter((name) => !(name in NIGHTLY))
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}; parts: ${Object.keys(NIGHTLY).join(', ')}`)
    process.exit(2)
  }
  // Printed, so that a run can be repeated.
  const seed = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
  console.log(`TEST_SEED=${seed}`)
  const env = { SUITE: 'nightly', TEST_SEED: seed }
  await build()
  for (const [name, part] of Object.entries(NIGHTLY)) {
    if (named.length > 0 && !named.includes(name)) continue
    if (part.files) await units(`nightly ${name}`, `nightly-${name}`, { files: part.files, env })
    if (part.journeys) await journeys(`nightly ${name}`, `nightly-${name}`, 'nightly')
    for (const [title, command] of Object.entries(part.commands ?? {})) {
      tally[(await step(`nightly ${name}: ${title}`, process.execPath, command)) ? 'passed' : 'failed']++
    }
  }
}

/** @type {Record<string, () => Promise<void>>} */
const suites = { quick, slow, nightly }
const run = suites[suite]
if (!run) {
  console.error(`There is no suite ${suite}; suites: ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}
try {
  // All journeys use the browser that was found.
  const browser = await ensureBrowser()
  if (browser !== chromium.executablePath()) process.env.CHROMIUM_PATH = browser
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await run()
failures.push(...unshown(rowsIn(fs.readFileSync(path.join(root, 'docs/faults.md'), 'utf8')), ran))

console.log('')
if (skipped.length > 0) {
  console.log(`Did not run:\n${skipped.join('\n')}\n`)
  // CI installs every tool, so a skipped test is a mistake there.
  if (process.env.CI) failures.push(`${skipped.length} tests did not run, see above`)
}
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}\n`)
const failed = tally.failed + (failures.length > 0 && tally.failed === 0 ? 1 : 0)
console.log(`${tally.passed} passed, ${failed} failed, ${tally.skipped} skipped`)
process.exit(failed > 0 || tally.passed === 0 ? 1 : 0)
