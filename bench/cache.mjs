// What the shipped nginx configuration makes of one cached key, beside the explorer itself and beside what the framework
// takes for a constant of as many bytes: the same client asks all three in turn. It is wrk, because a client in Node is
// slower than what it would measure.
import { spawn } from 'node:child_process'
import { isInstalled, startNginx, versionOf } from '../lib/testing/deploy/start-cache.mjs'
import { withBareApp } from './bare-app.mjs'
import { ask, median } from './load.mjs'
import { cpuMsOf, cpuMsOfAll, withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'
import { TOKEN_PROGRAM } from './sandbox.mjs'

export const title = 'one key through the shipped HTTP cache, beside the explorer alone'

/** Times the rate without the cache. Issue 5, Must show 2. */
const AT_LEAST = 10

const ROUNDS = 3
const ROUND_SECONDS = 2
const CONNECTIONS = 32

/** As every browser asks. */
const PACKED = 'gzip'

const KEYS = [
  ['getIndexerSlot', '/api/v1/getIndexerSlot'],
  ['latest, 50 rows', '/api/v1/getLatestCompressionSignatures?limit=50'],
  ['byOwner, 50 rows', `/api/v1/getCompressedAccountsByOwner?owner=${TOKEN_PROGRAM}&limit=50`],
]

export async function run() {
  const missing = ['nginx', 'wrk'].filter((program) => !isInstalled(program))
  if (missing.length > 0) {
    return { tables: [], notes: [`Skipped: ${missing.join(' and ')} not installed (apt-get install nginx-light wrk).`] }
  }
  return withBareApp((bare) => withLeafscan((leafscan) => compare(leafscan, bare)))
}

/** What nginx answers by itself: no server gives this client more on these cores. */
const CONSTANT = `location = /constant { return 200 "${'x'.repeat(137)}"; }`

async function compare({ url, indexerUrl, serverPid }, bare) {
  // One client stands for thousands: what nginx lets one have is lifted, all else is as shipped.
  const nginx = await startNginx([url], {
    replace: {
      'server_tokens off;': `server_tokens off; ${CONSTANT}`,
      'rate=10r/s': 'rate=1000000r/s',
      'burst=40': 'burst=1000000',
      'limit_conn leafscan_connections 40': 'limit_conn leafscan_connections 10000',
    },
  })
  try {
    const rows = []
    const missed = []
    for (const [label, path] of KEYS) {
      const bytes = (await ask({ url: nginx.url, path, headers: { 'accept-encoding': PACKED } })).length
      await wrk(`${url}${path}`, 3)
      const rounds = []
      for (let n = 0; n < ROUNDS; n++) {
        const constant = await wrk(`${bare.url}/constant/${bytes}`)
        const alone = await costOf(
          () => wrk(`${url}${path}`),
          () => cpuMsOf(serverPid()),
        )
        const before = await answered(indexerUrl)
        const cached = await costOf(
          () => wrk(`${nginx.url}${path}`),
          () => cpuMsOfAll(nginx.pid),
        )
        const calls = (await answered(indexerUrl)) - before
        rounds.push({ constant, alone, cached, calls, limit: await wrk(`${nginx.url}/constant`) })
      }
      const times = (of) => rounded(median(rounds.map((round) => round.cached.perSecond / of(round).perSecond)), 1)
      const ratio = times(({ alone }) => alone)
      const failures = rounds.reduce((sum, { alone, cached }) => sum + alone.failures + cached.failures, 0)
      const middle = (of) => Math.round(median(rounds.map(of)))
      rows.push([
        label,
        bytes,
        middle(({ constant }) => constant.perSecond),
        middle(({ alone }) => alone.perSecond),
        middle(({ cached }) => cached.perSecond),
        times(({ constant }) => constant),
        ratio,
        middle(({ limit }) => limit.perSecond),
        rounded(median(rounds.map(({ limit, alone }) => limit.perSecond / alone.perSecond)), 1),
        middle(({ alone }) => alone.usEach),
        middle(({ cached }) => cached.usEach),
        AT_LEAST,
        ratio >= AT_LEAST ? 'within' : 'UNDER',
        Math.max(...rounds.map(({ calls }) => calls)),
        failures,
      ])
      if (failures > 0) missed.push(`${label}: ${failures} answers were no success`)
    }
    return {
      tables: [
        {
          title: `One key, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${ROUND_SECONDS} s in turn: medians`,
          columns: [
            'key',
            'bytes',
            'constant per s',
            'explorer per s',
            'cache per s',
            'to constant',
            'to explorer',
            'nginx constant per s',
            'to explorer',
            'explorer CPU µs',
            'cache CPU µs',
            'at least',
            '',
            'indexer calls',
            'failures',
          ],
          rows,
        },
      ],
      notes: [
        `nginx ${versionOf('nginx', '-v')} with deploy/nginx.conf, 2 workers, limits per client lifted; wrk ${versionOf('wrk', '-v')}, 1 thread, packed as browsers ask for it; the constant is as many bytes, ready.`,
        `Constant: a route handler of a bare app of the framework. Ratios: medians over the rounds, each to the explorer alone or the bare app in the same round; the cache's to the explorer is judged. nginx constant: 137 bytes that nginx answers by itself, so the most that this client can be given on these cores, whatever the cache. The explorer answers what it remembers before the framework is asked. Indexer calls: the most of all operations in a round of ${ROUND_SECONDS} s through the cache, probe included.`,
        'Client and servers share the cores: while one server is asked, the others rest.',
      ],
      missed,
    }
  } finally {
    await nginx.stop()
  }
}

/** What was asked, and the processor time of its server for each answer, in µs. */
async function costOf(asks, cpuMs) {
  const before = cpuMs()
  const seen = await asks()
  return { ...seen, usEach: ((cpuMs() - before) * 1000) / (seen.perSecond * ROUND_SECONDS) }
}

const asReaders = ['-t', '1', '-c', String(CONNECTIONS), '-H', `Accept-Encoding: ${PACKED}`]

/** Asks for some seconds over kept connections. */
function wrk(url, seconds = ROUND_SECONDS) {
  return new Promise((resolve, reject) => {
    const child = spawn('wrk', [...asReaders, '-d', `${seconds}s`, url])
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    child.on('error', reject)
    child.on('exit', () => {
      const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
      if (!(perSecond > 0)) return reject(new Error(`wrk said nothing of use:\n${output}`))
      const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0)
      const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1) ?? []
      resolve({ perSecond, failures: broken.reduce((sum, count) => sum + Number(count), refused) })
    })
  })
}

/** Answers that the indexer has given so far. */
async function answered(indexerUrl) {
  const text = String(await ask({ url: indexerUrl, path: '/metrics' }))
  return [...text.matchAll(/requests_total\{method="\w+"[^}]*\} (\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
}
