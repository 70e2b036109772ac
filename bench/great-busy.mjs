// A great store while a folder is taken in, by itself and beside questions.
import { setTimeout } from 'node:timers/promises'
import { CROWD_MS, ofAccounts, placesIn } from './great-questions.mjs'
import { ask, crowd, paced, quantile } from './load.mjs'
import { residentMb } from './processes.mjs'
import { rounded } from './report.mjs'

const CLIENTS = [1, 16, 64]

/** Questions a second, where a page's time is taken while blocks are written: more would measure the queue. */
export const PACE = { perSecond: 40, ms: 40_000 }
const LOOK_MS = 50

/** From the first stored transaction to the last. */
export async function ingestion({ url, pid, stored }) {
  const begin = await firstStored(url)
  await stored()
  const end = await storedNow(url)
  const seconds = (end.at - begin.at) / 1000
  return { seconds, perSecond: (end.transactions - begin.transactions) / seconds, resident: residentMb(pid) }
}

/** Pages of all listings at a pace, then crowds, while the folder is taken in. @throws Error when it runs out before */
export async function whileWriting({ url, pid, stored }, listings, hashes) {
  await firstStored(url)
  let done = false
  // It is stopped before that where all goes well.
  stored().then(
    () => {
      done = true
    },
    () => {},
  )
  const meanwhile = async (ask) => {
    const before = await storedNow(url)
    const result = await ask()
    const after = await storedNow(url)
    if (done) throw new Error('the folder was taken in before the questions were answered')
    return { result, written: Math.round((after.transactions - before.transactions) / ((after.at - before.at) / 1000)) }
  }

  const asked = listings.flatMap((listing) => {
    const { first, anywhere } = placesIn(url, listing, 100)
    return [
      { name: listing.name, place: 'first', target: first },
      { name: listing.name, place: 'anywhere', target: anywhere },
    ]
  })
  const { result, written } = await meanwhile(() => pacedInTurn(asked.map(({ target }) => target)))
  const { byTarget, times, late } = result
  const ends = (ascending) => [0.5, 0.99].map((share) => rounded(quantile(ascending, share), 1))
  const pages = asked.map(({ name, place }, n) => [name, place, byTarget[n].length, ...ends(byTarget[n])])
  pages.push(['all of them', '', times.length, ...ends(times)])

  const rates = []
  const resident = []
  for (const [name, target] of [
    ['by owner, pages of 100 anywhere', placesIn(url, listings[0], 100).anywhere],
    ['signatures of an account anywhere', ofAccounts(url, hashes)],
  ]) {
    for (const connections of CLIENTS) {
      const { result, written } = await meanwhile(() => crowd(target, { connections, ms: CROWD_MS }))
      rates.push([name, connections, Math.round(result.perSecond), ...ends(result.times), written])
      resident.push(residentMb(pid))
    }
  }
  return { pages, written, late: ends(late), rates, resident: Math.max(...resident) }
}

/** Asks targets in turn, at the pace: ascending milliseconds by target, of all, and by which the questions were late. */
async function pacedInTurn(targets) {
  const byTarget = targets.map(() => [])
  const one = (member) => (n) => {
    const { [member]: given } = targets[n % targets.length]
    return typeof given === 'function' ? given(Math.floor(n / targets.length)) : given
  }
  const seen = ({ status, bytes }, ms, n) => {
    if (status !== 200 || bytes.includes('"error"')) throw new Error(`answered ${status}: ${bytes.subarray(0, 300)}`)
    byTarget[n % targets.length].push(ms)
  }
  const { times, late } = await paced({ url: targets[0].url, path: one('path'), body: one('body') }, { ...PACE, seen })
  return { byTarget: byTarget.map((list) => list.sort((a, b) => a - b)), times, late }
}

async function firstStored(url) {
  for (;;) {
    const now = await storedNow(url)
    if (now.transactions > 0) return now
    await setTimeout(LOOK_MS)
  }
}

/** Transactions stored since the start of the process. */
async function storedNow(url) {
  const metrics = String(await ask({ url, path: '/metrics' }))
  const transactions = Number(/^explorer_ingest_transactions_total (\d+)$/m.exec(metrics)?.[1])
  return { at: performance.now(), transactions }
}
