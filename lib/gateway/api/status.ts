import 'server-only'
import { stringifyJson } from '../../rpc/json'
import { ProblemError } from '../../rpc/problem'
import type { Verdict } from '../../rpc/status'
import { statusNow, statusOf, strictVerdictOf } from '../health/probe'
import { MAX_SAMPLES } from '../health/watched'
import { invalidParams } from '../problem'
import type { ApiAnswer } from './api'
import { Content } from './content'
import { refuseOthers, takeNetwork } from './query'

/** One probe serves all readers; a cache in front may hold what it says for as long. facts/reliability.md (b). */
export const CACHE_CONTROL = 'public, max-age=0, s-maxage=2'

/** GET /api/v1/status: what the badge and /status show. `samples` says how many looks to include. design.md 4.4. */
export async function answerStatus(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  refuseOthers(search, ['samples'])
  const status = await statusOf(network, readSamples(search.get('samples')))
  return { content: new Content(stringifyJson(status)), cacheControl: CACHE_CONTROL }
}

/** Words that dashboards know for a verdict. */
const STATUS: Readonly<Record<Verdict, 'pass' | 'warn' | 'fail'>> = {
  ok: 'pass',
  behind: 'warn',
  limited: 'warn',
  unknown: 'warn',
  frozen: 'fail',
  unreachable: 'fail',
}

/**
 * GET /api/v1/health: the verdict with HTTP 200 for people and dashboards; with `strict=1` for monitors, 200 only for
 * ok, else 503. design.md 4.4.
 */
export async function answerHealth(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  refuseOthers(search, ['strict'])
  const strict = search.get('strict')
  if (strict !== null && strict !== '1') {
    throw new ProblemError(invalidParams([{ name: 'strict', message: 'must be 1 or absent' }]))
  }
  // A monitor is told at once that nothing is known yet; people wait a moment for the first look.
  const status = strict === null ? await statusOf(network, 0) : statusNow(network)
  const { verdict, summary, since, slot, lag, checkedAt } = status
  const healthy = strict === null || strictVerdictOf(network) === 'ok'
  const said = {
    status: STATUS[verdict],
    verdict,
    output: summary,
    since,
    slot,
    lag,
    checkedAt,
    network: network.name,
  }
  return {
    content: new Content(stringifyJson(said)),
    status: healthy ? 200 : 503,
    contentType: 'application/health+json',
    cacheControl: healthy ? CACHE_CONTROL : 'no-store',
  }
}

function readSamples(text: string | null): number {
  if (text === null) return MAX_SAMPLES
  const message = `must be a whole number from 0 to ${MAX_SAMPLES}`
  if (!/^\d{1,3}$/.test(text) || Number(text) > MAX_SAMPLES) {
    throw new ProblemError(invalidParams([{ name: 'samples', message }]))
  }
  return Number(text)
}
