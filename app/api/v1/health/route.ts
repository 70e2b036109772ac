import { answerApi, answerOptions, refuseMethod, refuseOthers, takeNetwork } from '@/lib/gateway/api'
import { statusOf, strictVerdictOf } from '@/lib/gateway/probe'
import { invalidParams } from '@/lib/gateway/problem'
import { stringifyJson } from '@/lib/rpc/json'
import { ProblemError } from '@/lib/rpc/problem'
import type { Verdict } from '@/lib/rpc/status'

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
export function GET(request: Request): Promise<Response> {
  return answerApi(request, async (search) => {
    const network = takeNetwork(search)
    refuseOthers(search, ['strict'])
    const strict = search.get('strict')
    if (strict !== null && strict !== '1') {
      throw new ProblemError(invalidParams([{ name: 'strict', message: 'must be 1 or absent' }]))
    }
    const { verdict, summary, since, slot, lag, checkedAt } = await statusOf(network, 0)
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
      body: stringifyJson(said),
      status: healthy ? 200 : 503,
      contentType: 'application/health+json',
      cacheControl: healthy ? 'public, max-age=0, s-maxage=2' : 'no-store',
    }
  })
}

export {
  answerOptions as OPTIONS,
  GET as HEAD,
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
}
