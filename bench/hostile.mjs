// What an indexer's answer can do to the explorer's process, whatever its bytes: how long it is held in one go, what memory
// it takes. Each answer is read by a process of its own, as the route of an owner's accounts reads it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { bundle } from '../scripts/bundle.mjs'
import { median } from './load.mjs'
import { root } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'what a hostile answer does to the process that reads it'

/** Issue 23, "Must show" 3. */
const STALL_MS = 200
const MEBIBYTES = 100

const TURNS = 3
const CAP = 12 * 1024 * 1024 - 1024

const list = (items) =>
  `{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":418890000},"value":{"items":[${items}],"cursor":null}}}`
const times = (unit, bytes) => `${`${unit},`.repeat(bytes / (unit.length + 1) - 1)}${unit}`

/** A right row but for `members`; `$owner` becomes that of the question. */
const row = (n, members = {}) =>
  JSON.stringify({
    hash: 'x'.repeat(44),
    address: null,
    data: null,
    owner: '$owner',
    lamports: n,
    tree: 'x'.repeat(44),
    leafIndex: n,
    seq: n,
    slotCreated: 418_880_000,
    ...members,
  })
const rows = (count, members) => Array.from({ length: count }, (_, n) => row(n, members)).join(',')
const data = (text) => ({ data: { discriminator: 0, data: text, dataHash: 'x'.repeat(44) } })
/** One row whose data is this JSON text. */
const long = (json) => row(0, data('$data')).replace('"$data"', () => json)

const ANSWERS = {
  'honest: 1,000 rows': () => list(rows(1_000)),
  'honest: 1,000 rows of 8 kB': () => list(rows(1_000, data('A'.repeat(10_700)))),
  'empty rows, 300 kB': () => list(times('{}', 300_000)),
  'empty rows, 900 kB': () => list(times('{}', 900_000)),
  'empty rows, 12 MB': () => list(times('{}', CAP)),
  'digits, 12 MB': () => list('9'.repeat(CAP)),
  'empty lists, 12 MB': () => list(times('[]', CAP)),
  'a row of empty lists, 12 MB': () => list(`[${times('[]', CAP)}]`),
  'a row of objects, 12 MB': () => list(`{"a":[${times('{"a":{}}', CAP)}]}`),
  'objects beside the rows, 12 MB': () => list('').replace('{', () => `{"more":[${times('{"a":{}}', CAP)}],`),
  'text beside the rows, 12 MB': () => list('').replace('{', () => `{"more":"${'x'.repeat(CAP)}",`),
  'no JSON, 12 MB': () => '<p>'.repeat(CAP / 3),
  'blanks, 12 MB': () => list(' '.repeat(CAP)),
  'wrong in the last row': () => list(`${rows(999)},{}`),
  '1,000 rows with all the values allowed': () => list(rows(1_000, { more: Array.from({ length: 110 }, () => ({})) })),
  '1,000 rows of 12 kB of integers': () =>
    list(rows(1_000, { more: Array(110).fill('$n') })).replaceAll('"$n"', () => '9'.repeat(40)),
  'one row of 12 MB': () => list(long(`"${'x'.repeat(CAP - 500)}"`)),
  'one row of 12 MB of escapes': () => list(long(`"${'\\u0000'.repeat((CAP - 500) / 6)}"`)),
  'one row of 12 MB of halves of characters': () => list(long(`"${'\\ud800'.repeat((CAP - 500) / 6)}"`)),
}

export async function run() {
  const empty = path.join(root, 'node_modules', 'server-only', 'empty.js')
  await bundle('bench/hostile-reader.ts', 'dist/bench-hostile-reader.mjs', { alias: { 'server-only': empty } })
  const table = []
  const missed = []
  for (const [name, make] of Object.entries(ANSWERS)) {
    const answer = make()
    const turns = []
    for (let turn = 0; turn < TURNS; turn++) turns.push(await readOnce(answer))
    const of = (figure) => median(turns.map((turn) => turn[figure]))
    const [turnMs, mebibytes] = [of('turnCpuMs'), of('mebibytes')]
    const within = turnMs <= STALL_MS && mebibytes <= MEBIBYTES
    if (!within) missed.push(`${name}: ${rounded(turnMs, 0)} ms, ${rounded(mebibytes, 0)} MiB`)
    table.push([
      name,
      rounded(Buffer.byteLength(answer) / 1e6, 2),
      turns[0].outcome,
      rounded(of('stallMs'), 0),
      rounded(turnMs, 0),
      rounded(of('cpuMs'), 0),
      rounded(mebibytes, 0),
      within ? 'within' : 'OVER',
    ])
  }
  return {
    tables: [
      {
        title: `One answer, read by a process that has read others: at most ${STALL_MS} ms and ${MEBIBYTES} MiB`,
        columns: ['answer', 'MB', 'becomes', 'longest stall ms', 'longest turn CPU ms', 'CPU ms', 'MiB more', ''],
        rows: table,
      },
    ],
    notes: [
      `Medians of ${TURNS} processes each. Stall: the longest time between two turns of the event loop; judged is the longest turn in processor time, which other work on the machine hardly moves. Memory: resident at its most, less what it was before the question.`,
    ],
    missed,
  }
}

/** Lets a process read this answer and say what it made of it. */
async function readOnce(answer) {
  let hostile = false
  const server = http.createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/hostile') {
        hostile = true
        response.end('{}')
        return
      }
      const { params } = JSON.parse(Buffer.concat(chunks))
      response.end((hostile ? answer : list(rows(50))).replaceAll('$owner', () => params.owner))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const child = spawn(process.execPath, ['--expose-gc', 'dist/bench-hostile-reader.mjs'], {
      cwd: root,
      env: { ...process.env, INDEXER_URL: `http://127.0.0.1:${server.address().port}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    const [code] = await once(child, 'exit')
    return output === ''
      ? { outcome: `ended with ${code}`, stallMs: Infinity, turnCpuMs: Infinity, cpuMs: 0, mebibytes: Infinity }
      : JSON.parse(output)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
