import { answerApi, answerOptions, refuseMethod, refuseOthers, takeNetwork } from '@/lib/gateway/api'
import { MAX_SAMPLES, statusOf } from '@/lib/gateway/probe'
import { invalidParams } from '@/lib/gateway/problem'
import { stringifyJson } from '@/lib/rpc/json'
import { ProblemError } from '@/lib/rpc/problem'

/** GET /api/v1/status: what the badge and /status show. `samples` says how many looks to include. design.md 4.4. */
export function GET(request: Request): Promise<Response> {
  return answerApi(request, async (search) => {
    const network = takeNetwork(search)
    refuseOthers(search, ['samples'])
    const status = await statusOf(network, readSamples(search.get('samples')))
    return { body: stringifyJson(status), cacheControl: 'public, max-age=0, s-maxage=2' }
  })
}

function readSamples(text: string | null): number {
  if (text === null) return MAX_SAMPLES
  const message = `must be a whole number from 0 to ${MAX_SAMPLES}`
  if (!/^\d{1,3}$/.test(text) || Number(text) > MAX_SAMPLES) {
    throw new ProblemError(invalidParams([{ name: 'samples', message }]))
  }
  return Number(text)
}

export {
  answerOptions as OPTIONS,
  GET as HEAD,
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
}
