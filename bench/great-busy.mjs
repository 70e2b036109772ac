// A great store while a folder is taken in, by itself and beside questions.
import { setTimeout } from 'node:timers/promises'
import { CROWD_MS, endsOf, ofAccounts, PACE, pacedInTurn, pagesOf, placesIn, targetsOf } from './great-requests.mjs'
import { ask, crowd, latencies } from './load.mjs'
import { residentMb } from './processes.mjs'

const CLIENTS = [1, 16, 64]

/** Each page so often, one question after the other, for so long at most. */
const IN_TURN = { rounds: 500, ms: 40_000, warmUp: 10 }

const POLL_MS = 50

/** From the first stored transaction to the last. */
export async function ingestion({ url, pid, stored }) {
  const begin = await firstStored(url)
  await stored()
  const end = await storedNow(url)
  const seconds = (end.at - begin.at) / 1000
  return { seconds, perSecond: (end.transactions - begin.transactions) / seconds, resident: residentMb(pid) }
}

/**
 * Pages of all listings one after the other and at a pace, then crowds, while the folder is taken in.
 * @throws Error when it runs out before
 */
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

  const pages = pagesOf(url, listings)
  const inTurn = await meanwhile(() => latencies(targetsOf(pages), IN_TURN))
  const atPace = await meanwhile(() => pacedInTurn(targetsOf(pages), PACE.ms))

  const rates = []
  const resident = []
  for (const [name, target] of [
    ['by owner, pages of 100 anywhere', placesIn(url, listings[0], 100).anywhere],
    ['signatures of an account anywhere', ofAccounts(url, hashes)],
  ]) {
    for (const connections of CLIENTS) {
      const { result, written } = await meanwhile(() => crowd(target, { connections, ms: CROWD_MS }))
      rates.push([name, connections, Math.round(result.perSecond), ...endsOf(result.times), written])
      resident.push(residentMb(pid))
    }
  }
  return {
    pages: pages.map(({ name, place }) => [name, place]),
    ...{ inTurn: inTurn.result, writtenInTurn: inTurn.written, atPace: atPace.result, writtenAtPace: atPace.written },
    ...{ rates, resident: Math.max(...resident) },
  }
}

async function firstStored(url) {
  for (;;) {
    const now = await storedNow(url)
    if (now.transactions > 0) return now
    await setTimeout(POLL_MS)
  }
}

/** Transactions stored since the start of the process. */
async function storedNow(url) {
  const metrics = String(await ask({ url, path: '/metrics' }))
  const transactions = Number(/^explorer_ingest_transactions_total (\d+)$/m.exec(metrics)?.[1])
  return { at: performance.now(), transactions }
}
