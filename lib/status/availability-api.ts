import 'server-only'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import { withoutRemarks } from '../format/csv'
import { nowIso } from '../platform/clock'
import { stringifyJson } from '../protocol/rpc/json'
import { refuseOthers, takeComments, takeNetwork } from '../upstream/networks/network-param'
import { CACHE_CONTROL } from './api'
import { availabilityCsv, availabilityFileName } from './availability-file'
import { availabilityOf } from './history/history'
import { readFormat } from './history-api'

/**
 * GET /api/v1/status/availability: JSON, or the months as CSV.
 * @throws ProblemError `invalid_params`
 */
export async function answerAvailability(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const comments = takeComments(search)
  refuseOthers(search, ['format', 'comments'])
  const format = readFormat(search)
  const availability = availabilityOf(network.name)
  if (format === 'json') return { content: new Content(stringifyJson(availability)), cacheControl: CACHE_CONTROL }
  const csv = availabilityCsv(availability, nowIso())
  return {
    content: new Content(comments ? csv : withoutRemarks(csv)),
    contentType: 'text/csv; charset=utf-8',
    fileName: availabilityFileName(availability),
    cacheControl: CACHE_CONTROL,
  }
}
