// `npm test`: types, lint, unit tests, build, journeys in a real browser. `npm run test:slow`: what takes long.
// Ends with one line that counts every test, so that a reader of a log sees it.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'reports')
const slow = process.argv.includes('--slow')
fs.mkdirSync(reports, { recursive: true })

const tally = { passed: 0, failed: 0, skipped: 0, secondTry: 0 }
let broken = false

function step(title, command, args, env = {}) {
  console.log(`\n── ${title}`)
  const started = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(`── ${title}: ${status === 0 ? 'ok' : 'FAILED'} after ${((Date.now() - started) / 1000).toFixed(1)} s`)
  if (status !== 0) broken = true
  return status === 0
}

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
}

function journeys(title, name, config) {
  fs.rmSync(report(name), { force: true })
  step(title, 'npx', ['playwright', 'test', '-c', `e2e/${config}.config.ts`, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report(name),
  })
  const stats = read(name)?.stats
  if (!stats) return
  tally.passed += stats.expected + stats.flaky
  tally.failed += stats.unexpected
  tally.skipped += stats.skipped
  tally.secondTry += stats.flaky
}

if (slow) {
  // Once, before several tests start the explorer at the same time.
  step('build', 'npm', ['run', '-s', 'build'])
  unit('slow tests', 'slow', [], { SLOW_TESTS: '1' })
  journeys('slow journeys', 'e2e-slow', 'slow')
  // The whole half hour is `npm run bench soak`.
  step('soak', 'node', ['bench/run.mjs', 'soak'], { SOAK_MINUTES: '2' })
} else {
  step('types', 'npm', ['run', '-s', 'typecheck'])
  step('lint', 'npm', ['run', '-s', 'lint'])
  unit('unit tests', 'unit', [])
  // Two SQLite drivers serve Node 20 and later ones; where the built-in one runs, the package is tried as well.
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 13)) {
    unit('store with the packaged SQLite', 'store', ['lib/indexer/store'], { SQLITE_DRIVER: 'package' })
  }
  if (step('build', 'npm', ['run', '-s', 'build'])) journeys('journeys', 'e2e', 'playwright')
}

console.log('')
const failed = tally.failed + (broken && tally.failed === 0 ? 1 : 0)
if (tally.secondTry > 0) console.log(`${tally.secondTry} of those that passed did so on the second try only`)
console.log(`${tally.passed} passed, ${failed} failed, ${tally.skipped} skipped`)
process.exit(failed > 0 || tally.passed === 0 ? 1 : 0)
