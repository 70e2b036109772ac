import 'server-only'
import { ProblemError } from '../../api/problem'
import type { IndexerStatus } from '../../api/status'
import { MAX_SAMPLES } from '../../gateway/health/network-monitor'
import { statusNow, statusOf } from '../../gateway/health/probe'
import { invalidParams } from '../../gateway/problem'
import { stringifyJson } from '../../rpc/json'
import type { ApiAnswer } from './api-answer'
import { Content } from './content'
import { refuseOthers, takeNetwork } from './query'

/** One probe serves all readers; a cache in front may hold what it says for as long. facts/reliability.md (b). */
export const CACHE_CONTROL = 'public, max-age=0, s-maxage=2'

/** GET /api/v1/status: what the badge and /status show. `samples` says how many checks to include. design.md 4.4. */
export async function answerStatus(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  refuseOthers(search, ['samples'])
  const samples = readSamples(search.get('samples'))
  return written(await statusOf(network, samples))

  function written(status: IndexerStatus): ApiAnswer {
    return {
      content: new Content(stringifyJson(status)),
      cacheControl: CACHE_CONTROL,
      again: () => written(statusNow(network, samples)),
    }
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
