import 'server-only'
import type { Answer } from '../../api/answer'
import { ProblemError, problem } from '../../api/problem'
import type { WholeListReport } from '../../api/whole'
import { formatCount } from '../../format/numbers'
import { DEFAULT_LIMIT, type UrlSlice } from '../../page/address'
import { clock, nowIso } from '../../platform/clock'
import { GRACE_MS, type RequestClient } from '../../platform/waiting-clients'
import type { AccountItem } from '../../protocol/rpc/items'
import type { Params } from '../../protocol/rpc/methods'
import { answeredBy } from '../../upstream/cache/answered-by'
import { freshnessOf } from '../../upstream/cache/freshness'
import { slotNotReached, slotReached, slotWaitDeadline } from '../../upstream/min-slot'
import type { Network } from '../../upstream/networks/networks'
import type { Reading } from './reading'
import { decodeWholeCursor, encodeWholeCursor, readings, type WholeRequest } from './readings'
import type { WholeSubject } from './whole-read'

/** For the end of a reading; below the limit of a page. */
const WAIT_MS = 5_000

type Method = 'getCompressedAccountsByOwner'

export interface WholePage {
  answer: Answer<Method> & { meta: { whole: WholeListReport } }
  rowsBefore: number
  previous: string | null
}

/** The reading continues while the client waits; failures of the indexer are part of the result. design.md 4.4. */
export async function wholePage(
  network: Network,
  params: Params<Method>,
  request: WholeRequest,
  client: RequestClient,
  waitMs = WAIT_MS,
): Promise<WholePage> {
  const { owner, filters, cursor, dataSlice } = params
  const limit = params.limit ?? DEFAULT_LIMIT
  const subject: WholeSubject = { owner, ...(filters && { filters }) }
  const { minSlot } = request
  if (minSlot !== null) await slotReached(network, minSlot, slotWaitDeadline())
  const place = cursor ? decodeWholeCursor(network, subject, readings().existing(network, subject), cursor) : null
  const reading = readings().attend(network, subject, request, place !== null, client)
  await reading.settled(waitMs)
  if (reading.isDropped) throw new ProblemError(GONE)
  const { from, fetchedAt, repeats, source } = reading.read
  if (minSlot !== null && from !== null && from < minSlot) throw new ProblemError(slotNotReached(minSlot, from))
  const stored = reading.rows.page(place, limit)
  const { rows, unproven, rowsBefore } = stored
  const cursorOf = (key: Uint8Array | null) => key && encodeWholeCursor(network, subject, reading, key)
  const progress = reading.progress
  const created = rows.filter(({ slotCreated }) => slotCreated > (from ?? slotCreated)).map(({ hash }) => hash)
  const whole: WholeListReport = {
    ...progress,
    ...(created.length > 0 && { created }),
    ...(unproven.length > 0 && { unproven }),
  }
  const items = dataSlice ? rows.map((row) => sliceRow(row, dataSlice)) : rows
  const result = { context: { slot: from ?? 0 }, value: { items, cursor: cursorOf(stored.next) } }
  const { freshMs } = freshnessOf('getCompressedAccountsByOwner', params, result)
  const isFresh = progress.state === 'reading' || clock().monotonic() < reading.readMs + freshMs
  return {
    answer: {
      result,
      meta: {
        slot: from,
        fetchedAt: fetchedAt ?? nowIso(),
        state: isFresh ? 'fresh' : 'stale',
        ...completenessOf(reading, progress),
        rowsBefore,
        ...(progress.state === 'ended' && { total: reading.rows.size }),
        ...(repeats > 0 && { repeatsRemoved: repeats }),
        network: network.name,
        ...(source.indexer && from !== null && answeredBy(source.indexer, from)),
        whole,
      },
    },
    rowsBefore,
    previous: cursorOf(stored.previous),
  }
}

const GONE = problem('explorer_busy', 'Another reader’s lists needed the memory for its rows.', {
  retryAfterMs: GRACE_MS,
})

function completenessOf(reading: Reading, { claim, stop, parts }: WholeListReport) {
  if (claim) return { complete: claim.complete, completeReason: claim.sentences[0] ?? '' }
  const left = parts.left > 0 ? `, ${formatCount(parts.left, 'part')} left as far as is known` : ''
  const rows = formatCount(reading.rows.size, 'row')
  const how = stop ? `reading it stopped: ${stop.text}` : 'it is still being read'
  return { complete: null, completeReason: `${how} (${rows} found${left})` }
}

export function sliceRow(row: AccountItem, { offset, length }: UrlSlice): AccountItem {
  if (!row.data) return row
  const data = Buffer.from(row.data.data, 'base64')
    .subarray(offset, offset + length)
    .toString('base64')
  return { ...row, data: { ...row.data, data } }
}
