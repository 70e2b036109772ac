import { nameWallets } from './closed-accounts'
import { decodeEventV1, findEventV1 } from './events-v1'
import { decodeEventPair, type EventPair, findEventPairs } from './events-v2'
import { type Instruction, isNotRecorded, openTransaction, type SerialisedTransaction } from './groups'
import { decodeWhole, isLayoutError, LayoutError, treeEvents } from './layouts'
import { NOOP, type Programs } from './programs'
import { decodeTokenData, isTokenAccount } from './token-data'
import type { AccountEvent, BatchAppend, TransactionUpdate } from './updates'

/** `update`: null if failed or without compression. `undecodable`: reasons. `isRecorded` false: another node may have more. */
export type ParsedTransaction =
  | { ok: true; signature: Uint8Array; update: TransactionUpdate | null; undecodable: string[] }
  | { ok: false; reason: string; isRecorded: boolean }

/** A failed transaction changes nothing, whatever events it holds. facts/light-events.md 3 and 11. */
export function parseTransaction(source: SerialisedTransaction, programs: Programs): ParsedTransaction {
  let opened: ReturnType<typeof openTransaction>
  try {
    opened = openTransaction(source, programs.compression)
  } catch (error) {
    return { ok: false, reason: reasonOf(error), isRecorded: !isNotRecorded(error) }
  }
  const { signature, groups } = opened
  const contents = readEvents(groups, programs)
  if (!contents.usesCompression) return { ok: true, signature, update: null, undecodable: contents.undecodable }

  const inputs = contents.events.flatMap(({ event }) => event.inputs)
  const outputs = contents.events.flatMap(({ event }) => event.outputs)
  nameWallets(
    outputs.flatMap(({ token }) => token ?? []),
    groups,
    programs,
  )
  const update = { signature, inputs, outputs, batchAppends: contents.batchAppends }
  return { ok: true, signature, update, undecodable: contents.undecodable }
}

export interface FoundEvent {
  event: AccountEvent
  group: number
  source: EventPair | { carrier: Uint8Array; index: number }
}

export interface EventsInTransaction {
  events: FoundEvent[]
  batchAppends: BatchAppend[]
  usesCompression: boolean
  undecodable: string[]
}

export function readEvents(groups: Instruction[][], programs: Programs): EventsInTransaction {
  const contents: EventsInTransaction = { events: [], batchAppends: [], usesCompression: false, undecodable: [] }
  for (const [at, group] of groups.entries()) readGroup(group, at, programs, contents)
  for (const { event } of contents.events) {
    for (const account of event.outputs) {
      if (!account.data || !isTokenAccount(account.owner, account.data, programs.tokenBytes)) continue
      try {
        account.token = decodeTokenData(account.data.data)
      } catch (error) {
        contents.undecodable.push(reasonOf(error))
      }
    }
  }
  return contents
}

const eventCache = new WeakMap<Instruction[][], { programs: Programs; events: EventsInTransaction }>()

export function cachedEvents(groups: Instruction[][], programs: Programs): EventsInTransaction {
  const known = eventCache.get(groups)
  if (known?.programs === programs) return known.events
  const events = readEvents(groups, programs)
  eventCache.set(groups, { programs, events })
  return events
}

/** A valid v2 pattern covers the whole group; only without one are v1 and tree events searched. */
function readGroup(group: Instruction[], at: number, programs: Programs, contents: EventsInTransaction): void {
  // Every event needs the compression program: most groups end here.
  if (!group.some(({ program }) => program === programs.compression)) return
  try {
    const events = findEventPairs(group, programs).map((pair) => ({
      event: decodeEventPair(pair),
      group: at,
      source: pair,
    }))
    if (events.length > 0) {
      contents.events.push(...events)
      contents.usesCompression = true
      return
    }
  } catch (error) {
    contents.undecodable.push(reasonOf(error))
  }
  for (let index = 0; index < group.length; index++) {
    const eventV1 = findEventV1(group, index, programs)
    if (eventV1) {
      const source = { carrier: eventV1, index }
      attempt(contents, () => contents.events.push({ event: decodeEventV1(eventV1), group: at, source }))
    }
    const treeEvent = findTreeEvent(group, index, programs)
    if (treeEvent) {
      attempt(contents, () => {
        const append = decodeTreeEvent(treeEvent)
        if (append) contents.batchAppends.push(append)
      })
    }
  }
}

const BATCH_APPEND = 3

/** Data of the noop instruction directly after the compression instruction at `index`; null: none. facts/light-events.md 3. */
function findTreeEvent(group: Instruction[], index: number, programs: Programs): Uint8Array | null {
  const carrier = group[index + 1]
  return group[index]?.program === programs.compression && carrier?.program === NOOP ? carrier.data : null
}

/** null: another kind, which is only checked to be valid. facts/light-events.md 6. @throws LayoutError */
function decodeTreeEvent(data: Uint8Array): BatchAppend | null {
  const tag = data[0]
  if (!isTag(tag)) throw new LayoutError(`tree event: wanted a tag from 0 to 5, found ${tag ?? 'no byte'}`)
  if (tag !== BATCH_APPEND) {
    decodeWhole<unknown>(`tree event ${tag}`, treeEvents[tag], data.subarray(1))
    return null
  }
  const { tree, newNextIndex } = decodeWhole('batch append', treeEvents[tag], data.subarray(1))
  return { tree, nextIndex: newNextIndex }
}

function isTag(tag: number | undefined): tag is keyof typeof treeEvents {
  return tag !== undefined && Object.hasOwn(treeEvents, tag)
}

function attempt(contents: EventsInTransaction, decode: () => void): void {
  try {
    decode()
    contents.usesCompression = true
  } catch (error) {
    contents.undecodable.push(reasonOf(error))
  }
}

/** Anything but a LayoutError is a bug and must not pass for bad data. */
function reasonOf(error: unknown): string {
  if (isLayoutError(error)) return error.message
  throw error
}
