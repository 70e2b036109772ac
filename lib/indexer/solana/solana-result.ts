import { base58 } from '@scure/base'
import { invalidParams, MethodError } from '../json-rpc/method-error'
import type { Work } from '../json-rpc/work'
import type { RoundRetention } from '../store/drop-rounds'
import { toNumber } from '../store/rows'
import type { Reader, Store } from '../store/store'
import { MAX_RANGE, type SolanaCall } from './calls'
import { isReached, type Reach, reachOf } from './reach'
import type { RecordingReader } from './recording-reader'
import type { InSlot } from './requests'

/*
 * Results as JSON text, with Agave's members, codes and messages. Slots that are not stored, or removed, are refused. design.md
 * 4.5.
 */

export interface RecordingBehind {
  reader: RecordingReader
  /** Sandbox only. */
  rounds: RoundRetention | null
}

/** Agave's codes, where we have none. */
const NOT_AVAILABLE = -32004
const SKIPPED = -32007
const SKIPPED_LONG_AGO = -32009
const BEHIND_MIN_SLOT = -32016

interface Answering {
  store: Store
  work: Work
  recording: RecordingBehind
  /** Maximum characters of a result. */
  longest: number
}

/** @throws MethodError for the client; Error if store or recording fail */
export async function solanaResult(call: SolanaCall, answering: Answering): Promise<string> {
  const { store, work, recording } = answering
  const { reader, rounds } = recording
  const reach = () => store.read((db) => reachOf(db, rounds))
  switch (call.method) {
    case 'getTransaction':
      return transactionResult(call, answering)
    case 'getBlock': {
      const { slot, form, details, rewards } = call
      assertReached(await reach(), slot)
      const { longest } = answering
      const block = await reader.ask({ about: 'block', slot, form, details, rewards, longest }, work)
      return block ? inSlotText(answering, block) : skipped(slot)
    }
    case 'getBlockTime': {
      assertReached(await reach(), call.slot)
      const time = await reader.ask({ about: 'time', slot: call.slot }, work)
      if (!time) return skipped(call.slot)
      return String(await timeOf(answering, { slot: call.slot, ...time }))
    }
    case 'getBlocks':
      return reader.ask({ about: 'slots', ...rangeOf(call, await reach()) }, work)
    case 'getSlot':
      return String(reachedFrom(await reach(), call.minSlot))
    case 'getGenesisHash':
      return JSON.stringify(await reader.ask({ about: 'genesis' }, work))
    case 'getAccountInfo':
    case 'getMultipleAccounts': {
      const { form, minSlot } = call
      const reached = await reach()
      const slot = reachedFrom(reached, minSlot)
      const addresses = call.method === 'getAccountInfo' ? [call.address] : call.addresses
      const accounts = await reader.ask({ about: 'accounts', addresses, form, reach: reached }, work)
      const value = call.method === 'getAccountInfo' ? accounts[0] : `[${accounts}]`
      return `{"context":{"slot":${slot}},"value":${value}}`
    }
    default:
      return call satisfies never
  }
}

async function transactionResult(
  { signature, form }: Extract<SolanaCall, { method: 'getTransaction' }>,
  answering: Answering,
): Promise<string> {
  const { store, recording, work, longest } = answering
  // One read, so that every listed slot is within reach.
  const { reach, slot } = await store.read(async (db) => ({
    reach: await reachOf(db, recording.rounds),
    slot: await slotOf(db, signature),
  }))
  const request = { about: 'transaction', signature, slot, reach, form, longest } as const
  const found = await recording.reader.ask(request, work)
  return found ? inSlotText(answering, found, `"slot":${found.slot},`) : 'null'
}

async function slotOf(db: Reader, signature: string): Promise<number | null> {
  const row = await db.get('SELECT slot FROM transactions WHERE signature = ?', base58.decode(signature))
  return row ? toNumber(row.slot) : null
}

async function inSlotText(answering: Answering, found: InSlot, first = ''): Promise<string> {
  return `{${first}"blockTime":${await timeOf(answering, found)},${found.members}}`
}

/**
 * The store's time of a slot if it has one, so that two results cannot differ, else the recording's. In the sandbox a slot
 * without stored transactions gets the time of the last one before it; null before the first.
 */
async function timeOf(
  { store, recording }: Answering,
  { slot, blockTime }: Pick<InSlot, 'slot' | 'blockTime'>,
): Promise<number | null> {
  const sql = 'SELECT slot, block_time FROM transactions WHERE slot <= ? ORDER BY slot DESC LIMIT 1'
  const row = await store.get(sql, BigInt(slot))
  const stored = row && (recording.rounds || toNumber(row.slot) === slot) ? toNumber(row.block_time) : 0
  return stored > 0 ? stored : blockTime
}

function rangeOf({ from, to }: Extract<SolanaCall, { method: 'getBlocks' }>, reach: Reach) {
  const end = Math.min(to ?? from + MAX_RANGE, reach.to)
  if (end - from > MAX_RANGE) throw invalidParams(`endSlot: must be at most ${MAX_RANGE} slots behind startSlot`)
  return { from, to: end, reach }
}

function reachedFrom({ to }: Reach, minSlot: number): number {
  if (to >= minSlot) return to
  throw new MethodError(BEHIND_MIN_SLOT, 'Minimum context slot has not been reached', { contextSlot: to })
}

function assertReached(reach: Reach, slot: number): void {
  if (slot > reach.to) throw new MethodError(NOT_AVAILABLE, `Block not available for slot ${slot}`)
  if (isReached(reach, slot)) return
  throw new MethodError(SKIPPED_LONG_AGO, `Slot ${slot} was skipped, or missing in long-term storage`)
}

function skipped(slot: number): never {
  throw new MethodError(SKIPPED, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`)
}
