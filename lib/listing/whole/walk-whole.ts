import 'server-only'
import { ProblemError, problem } from '../../api/problem'
import { toProblem } from '../../api/rpc-problem'
import type { WholeListProgress } from '../../api/whole'
import { formatCount } from '../../format/numbers'
import { clock, sleep } from '../../platform/clock'
import { GRACE_MS, type RequestClient } from '../../platform/waiting-clients'
import { isRpcError } from '../../protocol/rpc/failure'
import type { Params } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { limits } from '../../rpc-client/limits'
import { answeredBy } from '../../upstream/cache/answered-by'
import { preferredIndexer } from '../../upstream/indexer/indexers'
import type { Network } from '../../upstream/networks/networks'
import { isListRoomFull, ListRoomFull, listRoom, type RoomWork } from '../read/list-room'
import { RETRY_PAUSE_MS, type WalkEnd, type WalkStep } from '../read/walk'
import { type Reading, SLOW_MS } from './reading'
import { decodeWholeCursor, encodeWholeCursor, readings, type WholeRequest } from './readings'
import { createListSource } from './source'
import { sliceRow } from './whole-page'
import { isLostOrder, WholeRead, type WholeSubject } from './whole-read'

const NO_ROOM = problem('explorer_busy', 'Other lists take the memory for its rows.', { retryAfterMs: GRACE_MS })

const GONE = 'writing it stopped: other lists needed the memory for its rows; request it again'

type OwnerMethod = 'getCompressedAccountsByOwner'

export type WholeStep = WalkStep<OwnerMethod> & { createdAfter: number }

type WholeEnd = WalkEnd & { whole: WholeListProgress }

/**
 * Yields a finished reading in the order of the list; otherwise rows come part by part, and the walk cannot be resumed.
 * @param patienceMs how long to wait for a failing indexer
 */
export async function* walkWhole(
  network: Network,
  params: Params<OwnerMethod>,
  request: WholeRequest,
  patienceMs: number,
  client: RequestClient,
): AsyncGenerator<WholeStep, WholeEnd> {
  const { owner, filters, cursor, dataSlice } = params
  const subject: WholeSubject = { owner, ...(filters && { filters }) }
  const ended = readings().ended(network, subject, request)
  const cut = (rows: WholeStep['items']) => (dataSlice ? rows.map((row) => sliceRow(row, dataSlice)) : rows)
  let place = cursor ? decodeWholeCursor(network, subject, ended, cursor) : null
  if (!ended) {
    readings().admitFile(client.peer)
    const read = new WholeRead(createListSource(preferredIndexer(network, request.minSlot)), subject)
    return yield* walk(read, request, patienceMs, client, cut)
  }
  ended.join(client)
  const end = { ...endOf(ended.read), requests: 0 }
  do {
    if (ended.isDropped) return { ...end, complete: false, completeReason: GONE }
    const page = ended.rows.page(place, MAX_LIMIT)
    place = page.next
    const next = place && encodeWholeCursor(network, subject, ended, place)
    yield { ...stepOf(ended.read, ended.read.from ?? 0), items: cut(page.rows), cursor: next, requests: 0 }
  } while (place)
  return end
}

async function* walk(
  read: WholeRead,
  { mode, maxCalls, minSlot }: WholeRequest,
  patienceMs: number,
  { peer, left }: RequestClient,
  cut: (rows: WholeStep['items']) => WholeStep['items'],
): AsyncGenerator<WholeStep, WholeEnd> {
  let isDropped = false
  const work: RoomWork = {
    peer,
    isIdle: false,
    isRemovable: true,
    get bytes() {
      return read.bytes
    },
    drop() {
      isDropped = true
      read.clear()
    },
  }
  listRoom().admit(work)
  const next = async () => {
    if (isDropped) throw new ListRoomFull()
    return read.next()
  }
  if (mode === 'twice') read.readTwice()
  let since = clock().monotonic()
  const stopped = (why: string, problem: WalkEnd['problem'] = null): WholeEnd => {
    const { left } = read.parts
    const parts = left > 0 ? `; ${formatCount(left, 'part')} left as far as is known` : ''
    const completeReason = `reading it in parts stopped: ${why}${parts}`
    return { ...endOf(read), complete: false, completeReason, problem }
  }
  try {
    for (;;) {
      if (read.calls >= maxCalls)
        return stopped(`${formatCount(read.calls, 'call')} were made, as many as allowed (calls=)`)
      if (read.isPointless) return stopped('the indexer lists rows with other bytes than requested')
      try {
        const more = await readings().forFile(peer, () => listRoom().next(work, next))
        if (!more) return endOf(read)
        const { slot, rows } = more
        if (minSlot !== null && slot < minSlot) return stopped(`the indexer went back to slot ${slot}`)
        since = clock().monotonic()
        yield { ...stepOf(read, slot), items: cut(rows), cursor: null, requests: read.calls }
        if (read.tookMs > SLOW_MS) return stopped('a part took the indexer more than two seconds')
        if (limits().walkPauseMs > 0) await sleep(limits().walkPauseMs)
      } catch (error) {
        if (isLostOrder(error)) return stopped('the indexer’s pages lost their order; request it again')
        const noRoom = isListRoomFull(error)
        if (noRoom && read.by === null) throw new ProblemError(NO_ROOM)
        if (!(noRoom || isRpcError(error)) || read.by === null) throw error
        const trouble = noRoom ? NO_ROOM : toProblem(error.failure)
        if (noRoom && (isDropped || !listRoom().mayGrow(work)))
          return stopped('its rows that are not settled take more memory than one list may')
        const { retryable, retryAfterMs = RETRY_PAUSE_MS } = trouble
        const isLate = clock().monotonic() + retryAfterMs > since + patienceMs
        if (!retryable || left.aborted || isLate) return stopped(trouble.title.toLowerCase(), trouble)
        await sleep(retryAfterMs, left).catch(() => {
          throw error
        })
      }
    }
  } finally {
    listRoom().leave(work)
  }
}

function stepOf({ from, repeats, source }: Reading['read'], slot: number) {
  const who = source.indexer && answeredBy(source.indexer, slot)
  return { slot, repeatsRemoved: repeats, ordered: true, createdAfter: from ?? 0, ...who }
}

function endOf({ facts, repeats, calls }: Reading['read']): WholeEnd {
  return {
    complete: facts.claim?.complete ?? null,
    completeReason: facts.claim?.sentences[0] ?? '',
    repeatsRemoved: repeats,
    requests: calls,
    next: null,
    problem: null,
    whole: facts,
  }
}
