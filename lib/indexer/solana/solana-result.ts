import { base58 } from '@scure/base'
import { RPC_CODES } from '@/lib/protocol/rpc/envelope'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { MethodError } from '../json-rpc/method-error'
import { Turns } from '../json-rpc/turns'
import type { WorkBudget } from '../json-rpc/work'
import type { RoundRetention } from '../store/drop-rounds'
import { toNumber } from '../store/rows'
import type { Store } from '../store/store'
import type { SolanaCall } from './calls'
import type { RecordedNode } from './open-chain'
import { type Reach, reachOf } from './reach'
import type { ChainAccount } from './recorded-chain'

/* Results as JSON text, as Agave writes them. Slots that are not stored, or were removed, do not exist. design.md 4.5. */

export interface RecordingBehind {
  node(): Promise<RecordedNode>
  /** Sandbox only. */
  rounds: RoundRetention | null
}

/** Agave's code, where we have none. */
const BEHIND_MIN_SLOT = -32016

interface Answering {
  store: Store
  work: WorkBudget
  recording: RecordingBehind
  /** Maximum characters of a result. */
  longest: number
}

/** One at a time, so that only one file's contents are in memory. */
const turns = new Turns(1)

/** @throws MethodError for the client; ClientLeft after a disconnect; Error if store or recording fail */
export async function solanaResult(call: SolanaCall, answering: Answering): Promise<string> {
  const { work, recording } = answering
  work.pause()
  return turns.take(async () => {
    work.resume()
    work.assertWanted()
    return resultOf(call, await recording.node(), answering)
  })
}

async function resultOf(call: SolanaCall, node: RecordedNode, answering: Answering): Promise<string> {
  const { store, recording } = answering
  const reach = () => store.read((db) => reachOf(db, recording.rounds))
  switch (call.method) {
    case 'getTransaction':
      return transactionResult(call, node, answering)
    case 'getSlot':
      return String(reachedFrom(await reach(), call.minSlot))
    case 'getGenesisHash':
      return JSON.stringify(node.genesisHash)
    case 'getMultipleAccounts': {
      const slot = reachedFrom(await reach(), call.minSlot)
      const value = call.addresses.map((address) => writtenAccount(node.account(address, slot)))
      return stringifyJson({ context: { slot }, value })
    }
    case 'getBalance': {
      const slot = reachedFrom(await reach(), call.minSlot)
      return stringifyJson({ context: { slot }, value: node.lamports(call.address, slot) })
    }
    case 'getTokenAccountsByOwner':
    case 'getProgramAccounts': {
      const slot = reachedFrom(await reach(), call.minSlot)
      const value = node
        .tokenAccounts(call.program, call.wallet, slot)
        .map(([pubkey, account]) => ({ pubkey, account: writtenAccount(account) }))
      return stringifyJson({ context: { slot }, value })
    }
    default:
      return call satisfies never
  }
}

async function transactionResult(
  { signature, maxVersion }: Extract<SolanaCall, { method: 'getTransaction' }>,
  node: RecordedNode,
  { store, recording, longest }: Answering,
): Promise<string> {
  // One transaction, so that every listed slot is within reach.
  const { reach, row } = await store.read(async (db) => ({
    reach: await reachOf(db, recording.rounds),
    row: await db.get('SELECT slot FROM transactions WHERE signature = ?', base58.decode(signature)),
  }))
  const found = await node.transaction(signature, row ? toNumber(row.slot) : null, reach)
  if (!found) return 'null'
  const { slot } = found
  // The store's time of a slot, if it has one. In the sandbox a slot without stored transactions gets that of the last before.
  const sql = 'SELECT slot, block_time FROM transactions WHERE slot <= ? ORDER BY slot DESC LIMIT 1'
  const timed = await store.get(sql, BigInt(slot))
  const stored = timed && (recording.rounds || toNumber(timed.slot) === slot) ? toNumber(timed.block_time) : 0
  const blockTime = stored > 0 ? stored : found.blockTime
  const text = stringifyJson({ slot, blockTime, ...node.formatTransaction(found.transaction, maxVersion) })
  if (text.length <= longest) return text
  throw new MethodError(RPC_CODES.tooBigAnswer, 'Response is too big', `Exceeded max limit of ${longest}`)
}

function writtenAccount(account: ChainAccount | null): object | null {
  if (!account) return null
  const { data } = account
  return { ...account, data: [Buffer.from(data).toString('base64'), 'base64'], space: data.length }
}

function reachedFrom({ to }: Reach, minSlot: number): number {
  if (to >= minSlot) return to
  throw new MethodError(BEHIND_MIN_SLOT, 'Minimum context slot has not been reached', { contextSlot: to })
}
