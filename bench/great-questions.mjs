// What is asked of a great store.
import { quantile } from './load.mjs'
import { rounded } from './report.mjs'
import { rpc } from './sandbox.mjs'

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

/** The signatures of one account after the other. */
export function ofAccounts(url, hashes) {
  const bodies = hashes.map((hash) => rpc(url, 'getCompressionSignaturesForAccount', { hash }).body)
  return {
    ...rpc(url, 'getCompressionSignaturesForAccount', { hash: hashes[0] }),
    body: (n) => bodies[n % bodies.length],
  }
}

/** Median and 99th percentile of ascending milliseconds, and how many they are. */
export function figuresOf(times) {
  return [rounded(quantile(times, 0.5), 2), rounded(quantile(times, 0.99), 2), times.length]
}
