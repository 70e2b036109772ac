// `npm run test:mutations`: makes small mistakes in copies of the sources, one at a time, and asks whether a test notices.
// Each is run against the unit tests near it, and only what survives those against all. Ends with exit code 1 where fewer
// than 95 % are noticed, or a mutation no longer fits the sources. docs/testing.md
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { applied, nameOf, problemsOf, readList } from './list.mjs'
import { endAll, journeys, unitTests } from './run-tests.mjs'
import { makeCopies } from './scratch.mjs'

const USAGE = `usage: npm run test:mutations -- [options]
  --area NAME,…   only these lists of lib/testing/mutations/planted
  --only TEXT     only mutations whose name holds the text
  --near          only the tests near each, not all for those that survive them
  --journeys      journeys in a browser too, for those that survive the unit tests
  --check         only that every mutation fits the sources and can be parsed
  --seed N        of the order in which they are run
  --workers N     how many at a time`

/** Share of mutations that tests must notice, in percent. */
const MIN_SCORE = 95

/** What the end of the tests says about a mutation. */
const VERDICTS = /** @type {const} */ ({
  passed: 'survived',
  failed: 'killed',
  'timed out': 'timed out',
  broken: 'broken',
})

const { values: options } = parseArgs({
  options: {
    area: { type: 'string' },
    only: { type: 'string' },
    near: { type: 'boolean', default: false },
    journeys: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    seed: { type: 'string', default: process.env.TEST_SEED ?? '20261123' },
    workers: { type: 'string', default: String(Math.min(2, os.availableParallelism())) },
    root: { type: 'string', default: path.resolve(import.meta.dirname, '../../..') },
    'limit-seconds': { type: 'string', default: '180' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log(USAGE)
  process.exit(0)
}
const { root } = options
/** Of the tests near a mutation, and of all. A loop that does not end takes this long to notice. */
const nearMs = Number(options['limit-seconds']) * 1000
const allMs = 5 * nearMs

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    endAll()
    process.exit(130)
  })
}

const list = await readList(root)
const problems = await problemsOf(root, list)
if (problems.length > 0) {
  console.error(`${problems.join('\n')}\n${problems.length} of ${list.length} mutations do not fit the sources`)
  process.exit(1)
}
if (options.check) {
  console.log(`${list.length} mutations fit the sources`)
  process.exit(0)
}

const areas = options.area?.split(',')
const chosen = list.filter(
  (mutation) => (areas?.includes(mutation.area) ?? true) && nameOf(mutation).includes(options.only ?? ''),
)
const equivalent = chosen.filter((mutation) => mutation.equivalent)
const queue = shuffled(
  chosen.filter((mutation) => !mutation.equivalent),
  Number(options.seed),
)
if (queue.length === 0) {
  console.error(`no mutation to run among ${list.length}`)
  process.exit(1)
}
const workers = Math.min(Number(options.workers), queue.length)
const { trees } = makeCopies(root, workers, options.journeys)
const [first = ''] = trees

const started = Date.now()
console.log(`${queue.length} mutations, ${workers} at a time, order by seed ${options.seed}`)
console.log('first the tests without a mutation …')
const places = options.near ? [...new Set(queue.flatMap(({ near }) => near))] : []
const sound = await unitTests(first, places, { limitMs: 2 * allMs, workers: os.availableParallelism() })
if (sound.outcome !== 'passed') {
  console.error(`tests do not pass without a mutation: ${sound.outcome} ${sound.by}`)
  process.exit(1)
}
console.log(`… pass, ${since(started)}\n`)

const total = queue.length
/** @typedef {import('./list.mjs').Listed} Listed */
/** @typedef {'survived' | 'killed' | 'timed out' | 'broken'} Verdict */
/** @typedef {Listed & { verdict: Verdict, by: string, seconds: number }} Result */

/** @type {Result[]} */
const results = []
const begun = Date.now()
await Promise.all(
  trees.map(async (tree) => {
    for (let mutation = queue.pop(); mutation; mutation = queue.pop()) {
      const startedAt = Date.now()
      const { verdict, by } = await judge(tree, mutation)
      const result = { ...mutation, verdict, by, seconds: (Date.now() - startedAt) / 1000 }
      results.push(result)
      progress(result)
    }
  }),
)
end()

/**
 * Makes the mutation in a copy, runs tests, and takes it out again.
 * @param {string} tree
 * @param {Listed} mutation
 * @returns {Promise<{ verdict: Verdict, by: string }>}
 */
async function judge(tree, mutation) {
  const file = path.join(tree, mutation.file)
  const source = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, applied(source, mutation))
  try {
    let ran = await unitTests(tree, mutation.near, { limitMs: nearMs, workers: 1 })
    if (ran.outcome === 'passed' && !options.near) {
      ran = await unitTests(tree, [], { limitMs: allMs, workers: os.availableParallelism() })
    }
    if (ran.outcome === 'passed' && options.journeys) ran = await journeys(tree, { limitMs: allMs })
    return { verdict: VERDICTS[ran.outcome], by: ran.by }
  } finally {
    fs.writeFileSync(file, source)
  }
}

/** @param {Result} result */
function progress({ verdict, seconds, ...mutation }) {
  const survivors = results.filter((each) => each.verdict === 'survived').length
  const leftMs = ((Date.now() - begun) / results.length) * queue.length
  console.log(
    `${String(results.length).padStart(String(total).length)}/${total} ${verdict.padEnd(9)} ${nameOf(mutation)} (${seconds.toFixed(1)} s) · ${survivors} survived, about ${Math.ceil(leftMs / 60_000)} min left`,
  )
}

function end() {
  /** @param {Verdict} verdict @param {Result[]} among */
  const of = (verdict, among = results) => among.filter((each) => each.verdict === verdict)
  /** @param {Result[]} among */
  const scoreOf = (among) =>
    (100 * (of('killed', among).length + of('timed out', among).length)) / Math.max(1, among.length)
  const names = [...new Set(chosen.map(({ area }) => area))]
  /** @param {(string | number)[]} cells */
  const row = (cells) =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(14) : String(cell).padStart(11))).join('')
  /** @param {string} name @param {Result[]} among @param {Listed[]} left */
  const line = (name, among, left) =>
    row([
      name,
      among.length,
      of('killed', among).length,
      of('timed out', among).length,
      of('survived', among).length,
      left.length,
      `${scoreOf(among).toFixed(0)} %`,
    ])
  console.log(`\n${row(['area', 'run', 'killed', 'timed out', 'survived', 'equivalent', 'score'])}`)
  for (const name of names) {
    /** @param {Listed} mutation */
    const here = ({ area }) => area === name
    console.log(line(name, results.filter(here), equivalent.filter(here)))
  }
  console.log(line('all', results, equivalent))
  for (const verdict of /** @type {Verdict[]} */ (['timed out', 'survived', 'broken'])) {
    const those = of(verdict)
    if (those.length > 0) console.log(`\n${verdict}:`)
    for (const each of those) console.log(`  ${nameOf(each)}${each.by && ` (${each.by})`}`)
  }
  const score = scoreOf(results)
  console.log(
    `\n${score.toFixed(1)} % of ${results.length} killed, at least ${MIN_SCORE} % are wanted; ${since(started)}`,
  )
  const sorted = results.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
  const report = {
    seed: Number(options.seed),
    nearOnly: options.near,
    seconds: Math.round((Date.now() - started) / 1000),
    score,
    run: results.length,
    killed: of('killed').length,
    timedOut: of('timed out').length,
    survived: of('survived').length,
    mutations: sorted.map(({ area, file, kind, harm, verdict, by, seconds }) => ({
      area,
      file,
      kind,
      harm,
      verdict,
      by,
      seconds,
    })),
    equivalent: equivalent.map(({ area, file, kind, harm, equivalent: reason }) => ({
      area,
      file,
      kind,
      harm,
      reason,
    })),
  }
  fs.mkdirSync(path.join(root, 'reports'), { recursive: true })
  fs.writeFileSync(path.join(root, 'reports/mutations.json'), `${JSON.stringify(report, null, 2)}\n`)
  process.exit(score < MIN_SCORE || of('broken').length > 0 ? 1 : 0)
}

/**
 * In an order that the seed decides.
 * @template T
 * @param {T[]} items
 * @param {number} seed
 * @returns {T[]}
 */
function shuffled(items, seed) {
  const rest = [...items]
  let state = seed >>> 0
  /** @param {number} below */
  const random = (below) => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
  return items.flatMap(() => rest.splice(random(rest.length), 1))
}

/** @param {number} ms */
function since(ms) {
  const seconds = Math.round((Date.now() - ms) / 1000)
  return seconds < 120 ? `${seconds} s` : `${(seconds / 60).toFixed(1)} min`
}
