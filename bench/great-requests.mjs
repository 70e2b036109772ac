// Requests to a great store.
import { paced, quantile } from './load.mjs'
import { rounded } from './report.mjs'
import { rpc } from './sandbox.mjs'

/** Questions a second, so few that none waits for another, and for how long they are asked. */
export const PACE = { perSecond: 40, ms: 40_000 }

/** How long a crowd asks, in milliseconds. */
export const CROWD_MS = 4_000

/** Pages of a listing, as load.mjs asks for them: the same one at three places, and another one each time. */
export function placesIn(url, { method, params, middle, last, anywhere }, limit) {
  const at = (cursor) => rpc(url, method, { ...params, limit, cursor })
  const bodies = anywhere.map((cursor) => at(cursor).body)
  return {
    first: at(undefined),
    middle: at(middle),
    last: at(last[limit]),
    anywhere: { ...at(undefined), body: (n) => bodies[(n * 61) % bodies.length] },
  }
}

/** The pages of 100 that are asked for in turn: of each listing the first, and one anywhere. */
export function pagesOf(url, listings) {
  return listings.flatMap((listing) => {
    const { first, anywhere } = placesIn(url, listing, 100)
    return [
      { name: listing.name, place: 'first', target: first },
      { name: listing.name, place: 'anywhere', target: anywhere },
    ]
  })
}

export const targetsOf = (pages) => pages.map(({ target }) => target)

/**
 * Asks targets in turn at the pace. @returns ascending milliseconds by target, of all, and by which questions were late
 * @throws Error for an answer that is an error
 */
export async function pacedInTurn(targets, ms) {
  const byTarget = targets.map(() => [])
  const one = (member) => (n) => {
    const { [member]: given } = targets[n % targets.length]
    return typeof given === 'function' ? given(Math.floor(n / targets.length)) : given
  }
  const seen = ({ status, bytes }, took, n) => {
    if (status !== 200 || bytes.includes('"error"')) throw new Error(`answered ${status}: ${bytes.subarray(0, 300)}`)
    byTarget[n % targets.length].push(took)
  }
  const target = { url: targets[0].url, path: one('path'), body: one('body') }
  const { times, late } = await paced(target, { perSecond: PACE.perSecond, ms, seen })
  return { byTarget: byTarget.map((list) => list.sort((a, b) => a - b)), times, late }
}

/** The signatures of one account after the other. */
export function ofAccounts(url, hashes) {
  const bodies = hashes.map((hash) => rpc(url, 'getCompressionSignaturesForAccount', { hash }).body)
  return {
    ...rpc(url, 'getCompressionSignaturesForAccount', { hash: hashes[0] }),
    body: (n) => bodies[n % bodies.length],
  }
}

/** Median and 99th percentile of ascending milliseconds. */
export function endsOf(times) {
  return [0.5, 0.99].map((share) => rounded(quantile(times, share), 1))
}

/** Median and 99th percentile of ascending milliseconds, and how many they are. */
export function figuresOf(times) {
  return [rounded(quantile(times, 0.5), 2), rounded(quantile(times, 0.99), 2), times.length]
}
