// Questions to a great store while nothing is written to it.
import { CROWD_MS, figuresOf, ofAccounts, PACE, pacedInTurn, pagesOf, placesIn, targetsOf } from './great-requests.mjs'
import { crowd, exchange, latencies } from './load.mjs'
import { cpuMsOf, residentMb } from './processes.mjs'
import { rounded } from './report.mjs'
import { rpc } from './sandbox.mjs'

/**
 * Each page is asked for so often in a turn, for so long at most; the first turn warms up. Many short turns: the machine's
 * own pace may change within seconds, and a listing's places are compared with each other.
 */
const ROUNDS = { rounds: 30, ms: 300 }
const TURNS = 11

/** Filters at once that look through everything. */
const WALKS = [0, 1, 4]

/** The clients that all processes that read share. */
export const READERS_CLIENTS = 32

/**
 * Pages of all listings at their places, one question after the other, and beside filters that look through everything.
 * @param serverPids the processes of the database's server that answer, or null
 */
export async function inQuiet({ url, pid }, listings, hashes, serverPids) {
  const cpu = async () => cpuMsOf(pid) + (await cpuOf(serverPids))
  const pages = []
  const depths = []
  const rowsOf = async (name, rows, size, places) => {
    const times = Object.values(places).map(() => [])
    const spent = times.map(() => 0)
    // In turn, so that whatever else the machine does meets all of them alike.
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [n, target] of Object.values(places).entries()) {
        const before = await cpu()
        const [some] = await latencies([target], { ...ROUNDS, warmUp: turn === 0 ? 10 : 0 })
        if (turn > 0) spent[n] += (await cpu()) - before
        if (turn > 0) times[n].push(...some)
      }
    }
    return Object.keys(places).map((place, n) => {
      const ascending = times[n].sort((a, b) => a - b)
      return [name, rows, size, place, ...figuresOf(ascending), rounded(spent[n] / ascending.length, 2)]
    })
  }
  for (const listing of listings) {
    for (const size of [100, 1000].filter((size) => listing.last[size])) {
      const rows = await rowsOf(listing.name, listing.total, size, placesIn(url, listing, size))
      pages.push(...rows)
      const ratioOf = (column) => {
        const values = rows.filter(([, , , place]) => place !== 'anywhere').map((row) => row[column])
        return rounded(Math.max(...values) / Math.min(...values), 2)
      }
      depths.push([listing.name, size, ratioOf(7), ratioOf(4)])
    }
  }
  for (const [name, target] of [
    ['getIndexerHealth', rpc(url, 'getIndexerHealth')],
    ['getIndexerSlot', rpc(url, 'getIndexerSlot')],
    ['signatures of an account', ofAccounts(url, hashes)],
  ]) {
    pages.push(...(await rowsOf(name, '', '', { [name.startsWith('get') ? '' : 'anywhere']: target })))
  }
  const besideWalks = []
  for (const walks of WALKS) besideWalks.push([walks, ...(await besideFilters(url, listings[0], walks))])
  const atPace = await pacedInTurn(targetsOf(pagesOf(url, listings)), PACE.ms / 2)
  return { pages, depths, besideWalks, atPace, resident: residentMb(pid) }
}

/** Pages of a listing by owner while so many filters look through all of it for bytes that nobody has. */
async function besideFilters(url, listing, walks) {
  const walk = (n) => ({
    ...listing.params,
    filters: [{ memcmp: { offset: 40, bytes: `Nobody${'abcdefgh'[n]}hasThese` } }],
  })
  let asking = true
  const took = []
  const walking = Array.from({ length: walks }, async (_, n) => {
    while (asking) {
      const began = performance.now()
      const { bytes } = await exchange(rpc(url, listing.method, walk(n)))
      took.push({ ms: performance.now() - began, refused: bytes.includes('filter too broad') })
    }
  })
  const [times] = await latencies([placesIn(url, listing, 100).anywhere], { rounds: 300, ms: 5_000 })
  asking = false
  await Promise.all(walking)
  const refused = took.filter((one) => one.refused).length
  return [
    ...figuresOf(times),
    took.length === 0 ? '' : `${refused} of ${took.length}`,
    took.length === 0 ? '' : Math.round(Math.max(...took.map(({ ms }) => ms))),
  ]
}

/** Milliseconds of processor time of a server's processes; 0 where there is no server. */
async function cpuOf(pids) {
  return ((await pids?.()) ?? []).reduce((sum, pid) => sum + cpuMsOf(pid), 0)
}

/** Answers a second of all readers together, and the cores that readers, client and server used meanwhile. */
export async function manyReaders(readers, listing, serverPids) {
  const cpu = async () => ({
    readers: readers.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
    server: await cpuOf(serverPids),
    client: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
  })
  const connections = READERS_CLIENTS / readers.length
  const askAll = (ms) =>
    Promise.all(
      readers.map(({ url }, n) => crowd(placesIn(url, listing, 100).anywhere, { connections, ms, from: 17 * n })),
    )
  // As long again before: each process compiles its own code, on the same cores.
  await askAll(CROWD_MS)
  const [before, began] = [await cpu(), performance.now()]
  const answered = await askAll(CROWD_MS)
  const [after, ms] = [await cpu(), performance.now() - began]
  const perSecond = answered.reduce((sum, crowd) => sum + crowd.perSecond, 0)
  return [perSecond, ...['readers', 'client', 'server'].map((who) => (after[who] - before[who]) / ms)]
}
