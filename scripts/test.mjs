// `npm test`: types, lint, unit tests, build, journeys in a real browser. `npm run test:slow`: what takes long.
// Ends with one line that counts every test, so that a reader of a log sees it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'reports')
const slow = process.argv.includes('--slow')
fs.mkdirSync(reports, { recursive: true })

const tally = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} What went wrong, in a line or two each: told again at the end, where a log is read first. */
const failures = []
/** @type {string[]} What went wrong once and passed on the second try. */
const secondTries = []

function step(title, command, args, env = {}) {
  console.log(`\n── ${title}`)
  const started = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(`── ${title}: ${status === 0 ? 'ok' : 'FAILED'} after ${((Date.now() - started) / 1000).toFixed(1)} s`)
  if (status !== 0) failures.push(`${title}: exit code ${status}`)
  return status === 0
}

/** A step beside others, which it does not disturb: what it prints comes when it has ended, not among theirs. */
function beside(title, command, args, env) {
  const log = path.join(reports, `${title}.log`)
  const output = fs.openSync(log, 'w')
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', output, output], env: { ...process.env, ...env } })
  const ended = once(child, 'exit').then(([status]) => status)
  return async () => {
    const status = await ended
    console.log(`\n── ${title}, beside the step before it`)
    console.log(fs.readFileSync(log, 'utf8').trim())
    console.log(`── ${title}: ${status === 0 ? 'ok' : 'FAILED'}`)
    if (status !== 0) failures.push(`${title}: exit code ${status}`)
  }
}

/** The first lines of what a test says of its failure, without the colours of a terminal. */
const inShort = (message = '') => stripVTControlCharacters(message).split('\n').slice(0, 3).join(' ').slice(0, 400)

const failure = (file, test, message) => `${path.relative(root, file)} › ${test}\n  ${inShort(message)}`

const report = (name) => path.join(reports, `${name}.json`)
const read = (name) => (fs.existsSync(report(name)) ? JSON.parse(fs.readFileSync(report(name), 'utf8')) : null)

function unit(title, name, args, env) {
  fs.rmSync(report(name), { force: true })
  step(
    title,
    'npx',
    ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile=${report(name)}`],
    env,
  )
  const result = read(name)
  if (!result) return
  tally.passed += result.numPassedTests
  tally.failed += result.numFailedTests
  tally.skipped += result.numPendingTests
  for (const { name: file, status, message, assertionResults } of result.testResults) {
    const unsound = assertionResults.filter((test) => test.failureMessages.length > 0)
    for (const test of unsound) {
      const list = test.status === 'failed' ? failures : secondTries
      list.push(failure(file, test.fullName, test.failureMessages[0]))
    }
    // What broke outside any test: the file could not be read, or a hook failed.
    if (status === 'failed' && message) failures.push(failure(file, 'the file', message))
  }
}

/** Every spec of Playwright's report, from its files and the groups in them. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

function journeys(title, name, config) {
  fs.rmSync(report(name), { force: true })
  step(title, 'npx', ['playwright', 'test', '-c', `e2e/${config}.config.ts`, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report(name),
  })
  const result = read(name)
  if (!result) return
  const { stats, config: settings } = result
  tally.passed += stats.expected + stats.flaky
  tally.failed += stats.unexpected
  tally.skipped += stats.skipped
  for (const { file, title: test, tests } of result.suites.flatMap(specsOf)) {
    const [first] = tests[0].results
    const list = { unexpected: failures, flaky: secondTries }[tests[0].status]
    list?.push(failure(path.join(settings.rootDir, file), test, first?.error?.message))
  }
}

if (slow) {
  // Once, before several tests start the explorer at the same time.
  step('build', 'npm', ['run', '-s', 'build'])
  unit('slow tests', 'slow', [], { SUITE: 'slow' })
  // Quiet for half of its eight minutes. The whole half hour is `npm run bench soak`.
  const soak = beside('soak', 'node', ['bench/run.mjs', 'soak'], { SOAK_MINUTES: '2' })
  journeys('slow journeys', 'e2e-slow', 'slow')
  await soak()
} else {
  const types = beside('types', 'npm', ['run', '-s', 'typecheck'])
  step('lint', 'npm', ['run', '-s', 'lint'])
  await types()
  unit('unit tests', 'unit', [])
  // Two SQLite drivers serve Node 20 and later ones; where the built-in one runs, the package is tried as well.
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 13)) {
    unit('store with the packaged SQLite', 'store', ['lib/indexer/store'], { SQLITE_DRIVER: 'package' })
  }
  if (step('build', 'npm', ['run', '-s', 'build'])) journeys('journeys', 'e2e', 'playwright')
}

console.log('')
const failed = tally.failed + (failures.length > 0 && tally.failed === 0 ? 1 : 0)
if (secondTries.length > 0) console.log(`Passed on the second try only:\n${secondTries.join('\n')}\n`)
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}\n`)
if (secondTries.length > 0) console.log(`${secondTries.length} of those that passed did so on the second try only`)
console.log(`${tally.passed} passed, ${failed} failed, ${tally.skipped} skipped`)
process.exit(failed > 0 || tally.passed === 0 ? 1 : 0)
