import { isListRoomFull } from '../listing/read/list-room'
import { memcmps } from '../listing/whole/part'
import { type PartAnswer, type PartOutcome, PartsReading } from '../listing/whole/parts-reading'
import type { AnyItem } from '../protocol/rpc/items'
import type { Params } from '../protocol/rpc/methods'
import type { CollectedRows } from './rows-read'
import type { Side } from './side'

export const NO_ROOM_TEXT = 'its rows take more memory than there is for comparisons'

/** Call budget of an estimate. */
export const SAMPLE_CALLS = 8

/** Reads a list that pages cannot show completely, in parts by memcmp filters. @throws RpcError */
export async function readParts(side: Side, owner: string, first: PartAnswer, read: CollectedRows, mostCalls: number) {
  const reading = new PartsReading([], async (filters, limit) => {
    const params: Params<'getCompressedAccountsByOwner'> = { owner, filters: memcmps(filters), limit }
    const { context, value } = await side.ask('getCompressedAccountsByOwner', params)
    const full = value.items.length >= limit || value.cursor !== null
    return { rows: value.items, slot: context.slot, full }
  })
  read.alongside = reading
  const samplesOnly = mostCalls <= SAMPLE_CALLS
  let isFull = false
  for (let answer: PartAnswer | undefined = first; ; answer = undefined) {
    let outcome: PartOutcome
    try {
      outcome = await reading.next(answer)
    } catch (error) {
      if (!isListRoomFull(error)) throw error
      isFull = true
      break
    }
    if (outcome.is !== 'split' || outcome.rows.length > 0) read.addNew(outcome.rows, outcome.slot)
    if (reading.isDone || reading.isPointless || reading.calls >= mostCalls) break
    if (samplesOnly && reading.estimate) break
  }
  const { estimate, proof } = reading
  return {
    covers(row: AnyItem): boolean {
      if (!('hash' in row)) return false
      const bytes = Buffer.from(row.data?.data ?? '', 'base64')
      return reading.whole.some(({ part }) => part.has(row, bytes))
    },
    /** Text after "because": why not all rows are covered. */
    partBecause: reading.isPointless
      ? 'it does not filter by bytes of the data'
      : isFull
        ? NO_ROOM_TEXT
        : reading.isDone
          ? unprovenWords(proof)
          : `only ${reading.calls} of its parts’ answers were read`,
    /** Calls for all parts, including those already made; null: read to the end, or unknown. */
    estimate: reading.isDone ? null : (estimate?.calls ?? null),
  }
}

function unprovenWords({ unprovenParts, isClosedToNoData }: PartsReading['proof']): string {
  const open = isClosedToNoData ? '' : 'accounts without data cannot be read in parts'
  if (unprovenParts === 0) return open
  const parts = unprovenParts === 1 ? 'one of its parts is not proven' : `${unprovenParts} of its parts are not proven`
  return open ? `${parts}, and ${open}` : parts
}
