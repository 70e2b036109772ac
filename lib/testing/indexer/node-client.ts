import { base58 } from '@scure/base'
import { expect } from 'vitest'
import type { LedgerBlock } from '@/lib/indexer/ledger/ledger'
import { answer, type RpcService } from '@/lib/indexer/server/json-rpc'
import { openRecordedNode, type RecordedLedger } from '@/lib/indexer/solana/open-chain'
import type { RoundRetention } from '@/lib/indexer/store/drop-rounds'
import type { Store } from '@/lib/indexer/store/store'
import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import { signatureProblem } from '@/lib/protocol/solana/verify-signatures'
import { allItems } from './all-items'

export interface NodeHere extends RpcService {
  counted: string[]
}

export function nodeHere(store: Store, ledger: RecordedLedger, rounds: RoundRetention | null = null): NodeHere {
  const counted: string[] = []
  const opened = Promise.resolve().then(() => openRecordedNode(ledger))
  opened.catch(() => undefined)
  return {
    store,
    chain: { tip: () => null, maxLagSlots: 20 },
    recording: { node: () => opened, rounds },
    counted,
    count: (method, outcome) => counted.push(`${method} ${outcome}`),
  }
}

interface NodeReply {
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

export async function replyOf(service: RpcService, method: string, params?: unknown): Promise<NodeReply> {
  return parseJson(await answer(stringifyJson({ jsonrpc: '2.0', id: 1, method, params }), service)) as NodeReply
}

export async function resultOf(service: RpcService, method: string, params?: unknown): Promise<unknown> {
  const { result, error } = await replyOf(service, method, params)
  if (error) throw new Error(`${error.code} ${error.message}`)
  return result
}

export interface AnsweredTransaction {
  slot: number
  blockTime: number | null
  transaction: unknown
  meta: Record<string, unknown>
  version?: unknown
}

export const AS_THE_EXPLORER = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 1 }

interface Listed {
  signature: string
  slot: number
  blockTime: number
}

export function listedSignatures(service: RpcService): Promise<Listed[]> {
  return allItems(async (cursor) => {
    const page = await resultOf(service, 'getLatestCompressionSignatures', { cursor, limit: 1000 })
    return (page as { value: { items: Listed[]; cursor: string | null } }).value
  })
}

export async function blocksOfListed(service: RpcService): Promise<LedgerBlock[]> {
  const blocks = new Map<number, LedgerBlock>()
  for (const { signature, slot, blockTime } of (await listedSignatures(service)).reverse()) {
    const found = (await resultOf(service, 'getTransaction', [
      signature,
      AS_THE_EXPLORER,
    ])) as AnsweredTransaction | null
    if (!found) throw new Error(`${signature} is listed, and unknown`)
    expect(found.slot).toBe(slot)
    expect(found.blockTime ?? 0).toBe(blockTime)
    const block = blocks.get(slot) ?? { slot, blockTime: found.blockTime, transactions: [] }
    block.transactions.push(found)
    blocks.set(slot, block)
  }
  return [...blocks.values()]
}

export function expectSigned(blocks: LedgerBlock[]): void {
  for (const { transaction } of blocks.flatMap(({ transactions }) => transactions)) {
    const [wire] = transaction as [string, string]
    expect(signatureProblem(wire, base58.encode(Buffer.from(wire, 'base64').subarray(1, 65)))).toBeNull()
  }
}
