// `npm test`: types, lint, unit tests, build, journeys in a real browser. `npm run test:slow`: what takes longer; the gate
// runs both. `npm run test:nightly [part …]`: what takes hours or the whole machine. docs/testing.md has what each holds.
// Ends with one line that counts every test, so that a reader of a log sees it.
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
/** @type {string[]} What went wrong, in a line or two each: repeated at the end, where a log is read first. */
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

/** The first lines of what a test says of its failure, without the colours of a terminal. */
const inShort = (message = '') => stripVTControlCharacters(message).split('\n').slice(0, 3).join(' ').slice(0, 400)

/**
 * Counts a test.
 * @param {string} file
 * @param {string} title
 * @param {'passed' | 'failed' | 'skipped'} outcome
 * @param {string} [message]
 * @param {string} [name] the title behind those of its groups
 */
function count(file, title, outcome, message, name = title) {
  const place = path.relative(root, file)
  tally[outcome]++
  ran.push({ file: place, title, passed: outcome === 'passed' })
  if (outcome === 'failed') failures.push(`${place} › ${name}\n  ${inShort(message)}`)
  if (outcome === 'skipped') skipped.push(`${place} › ${name}`)
}

/**
 * Runs a step that writes a report, and answers it; null where the run wrote none.
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
    // What broke outside any test: the file could not be read, or a hook failed.
    if (status === 'failed' && message) failures.push(`${path.relative(root, file)}\n  ${inShort(message)}`)
  }
}

/**
 * Every spec of Playwright's report, from its files and the groups in them.
 * @typedef {import('@playwright/test/reporter').JSONReportSuite} JourneySuite
 * @type {(suite: JourneySuite) => JourneySuite['specs']}
 */
const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]

/**
 * What the browser printed of its own crash: a journey only sees that its page is gone.
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
  // Two SQLite drivers serve the lines of Node; where the built-in one runs, the package is tried as well.
  if (Number.parseInt(process.versions.node, 10) >= 24) {
    const env = { SQLITE_DRIVER: 'package' }
    await units('store with the packaged SQLite', 'store', { files: ['lib/indexer/store'], env })
  }
  await journeys('journeys', 'e2e', 'playwright')
}

async function slow() {
  // Once, before several tests start the explorer at the same time.
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
  // Printed, so that a night can be repeated.
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
  // Every journey starts the one that was found to start.
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
  // The gate installs every tool: what cannot run there guards nothing.
  if (process.env.CI) failures.push(`${skipped.length} tests did not run, see above`)
}
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}\n`)
const failed = tally.failed + (failures.length > 0 && tally.failed === 0 ? 1 : 0)
console.log(`${tally.passed} passed, ${failed} failed, ${tally.skipped} skipped`)
process.exit(failed > 0 || tally.passed === 0 ? 1 : 0)
