import { z } from 'zod'
import { NotRecorded, openTransaction } from '@/lib/protocol/light/groups'
import { LayoutError } from '@/lib/protocol/light/layouts'
import { address, hash, slot } from '@/lib/protocol/rpc/primitives'
import { isRpcError, RpcError } from '../../../protocol/rpc/failure'
import { wrongAnswerError } from '../../../rpc-client/solana/answer'
import type { ChainPosition } from '../../store/journal'
import type { LedgerBlock, RpcTransaction } from '../ledger'
import type { AskOptions, NodePool, ReadResult } from './nodes'

export type Commitment = 'confirmed' | 'finalized'

/** `size`: characters of JSON that were parsed for the block. */
export type ChainBlock = LedgerBlock & { chain: ChainPosition; size: number }

export type BlockPlace = ChainPosition & { slot: number }

/**
 * Why a slot has no block. `skipped`: there is none, or this node lacks it (-32007, -32009: ambiguous). `to come`: not at this
 * commitment yet (-32004, -32014). `cleaned up`: older than what the node keeps.
 */
export type Absence = 'skipped' | 'to come' | 'cleaned up'

/** Also the meaning of null in place of a block. */
const NOT_AVAILABLE = -32004

const ABSENCES = new Map<number, Absence>([
  [-32001, 'cleaned up'],
  [-32004, 'to come'],
  [-32007, 'skipped'],
  [-32009, 'skipped'],
  [-32014, 'to come'],
])

export interface AccountHead {
  owner: string
  data: Uint8Array
}

const place = z.object({ blockhash: hash, previousBlockhash: hash, parentSlot: slot })
const entry = z.object({ transaction: z.unknown(), meta: z.looseObject({}), version: z.unknown().optional() })
const fullBlock = place.extend({ blockTime: z.int().nonnegative().nullish(), transactions: z.array(entry) })
const account = z.object({ owner: address, data: z.tuple([z.string(), z.literal('base64')]) }).nullable()
const accountInfo = z.object({ value: account })
const accountInfos = z.object({ context: z.object({ slot }), value: z.array(account) })

/** Attempts after which an unreadable transaction counts as what the chain really holds. */
const ATTEMPTS_TO_READ = 3

export class FollowedChain {
  constructor(
    private readonly nodes: NodePool,
    private readonly commitment: Commitment,
    private readonly compressionProgram: string,
  ) {}

  /** No request if confirmed in the last `maxAge` milliseconds. Another chain is reported before it resolves. */
  confirm(maxAge: number): Promise<boolean> {
    return this.nodes.confirm(maxAge)
  }

  get nodesAside(): number {
    return this.nodes.aside
  }

  newestSlot(options: AskOptions): Promise<number> {
    return this.nodes.ask('getSlot', [{ commitment: this.commitment }], (result) => checked(slot, result), options)
  }

  /** @throws RpcError if no node reports it */
  firstAvailableSlot(signal: AbortSignal): Promise<number> {
    const options = { signal, optional: true }
    return this.nodes.ask('getFirstAvailableBlock', [], (result) => checked(slot, result), options)
  }

  /** Both bounds included, ascending. A hint, not proof. @throws RpcError if no node lists them */
  listedSlots(first: number, last: number, { signal, attempt = 0 }: AskOptions): Promise<number[]> {
    const read = (result: unknown) => {
      if (!Array.isArray(result)) throw wrongAnswerError('an answer that is no list')
      const listed = result.filter((each) => Number.isSafeInteger(each) && each >= first && each <= last)
      return [...new Set<number>(listed)].sort((a, b) => a - b)
    }
    const params = [first, last, { commitment: this.commitment }]
    return this.nodes.ask('getBlocks', params, read, { signal, attempt, optional: true })
  }

  block(at: number, options: AskOptions): Promise<ChainBlock | Absence> {
    const read: ReadResult<ChainBlock> = (result, refused, size) => {
      const { blockTime, transactions, ...rest } = checked(fullBlock, result)
      return {
        slot: at,
        blockTime: blockTime ?? null,
        transactions: this.relevant(transactions, refused),
        chain: linkOf(at, rest),
        size,
      }
    }
    const details = { transactionDetails: 'full', encoding: 'base64' }
    return this.find(at, details, read, { ...options, mentioning: this.compressionProgram })
  }

  place(at: number, options: AskOptions): Promise<BlockPlace | Absence> {
    const read = (result: unknown): BlockPlace => ({ slot: at, ...linkOf(at, checked(place, result)) })
    return this.find(at, { transactionDetails: 'none' }, read, options)
  }

  async placeNow(at: number, { signal, attempt = 0 }: AskOptions): Promise<BlockPlace | null> {
    try {
      const answer = await this.place(at, { signal, attempt, optional: true })
      return typeof answer === 'string' ? null : answer
    } catch (error) {
      if (isRpcError(error)) return null
      throw error
    }
  }

  /** As of `minSlot` or later; null: no such account. */
  accountHead(key: string, length: number, minSlot: number, signal: AbortSignal): Promise<AccountHead | null> {
    const dataSlice = { offset: 0, length }
    const config = { commitment: this.commitment, encoding: 'base64', dataSlice, minContextSlot: minSlot }
    const read = (result: unknown): AccountHead | null => {
      const { value } = checked(accountInfo, result)
      return value && { owner: value.owner, data: bytesOf(value.data) }
    }
    return this.nodes.ask('getAccountInfo', [key, config], read, { signal })
  }

  /** At most 100 keys, all as of one finalized slot; null: no such account. @throws RpcError if not served */
  accountHeads(
    keys: string[],
    length: number,
    signal: AbortSignal,
  ): Promise<{ slot: number; heads: (Uint8Array | null)[] }> {
    const config = { commitment: 'finalized', encoding: 'base64', dataSlice: { offset: 0, length } }
    const read = (result: unknown) => {
      const { context, value } = checked(accountInfos, result)
      if (value.length !== keys.length) throw wrongAnswerError('an answer about other accounts')
      return { slot: context.slot, heads: value.map((account) => account && bytesOf(account.data)) }
    }
    return this.nodes.ask('getMultipleAccounts', [keys, config], read, { signal, optional: true })
  }

  private async find<T>(at: number, details: object, read: ReadResult<T>, options: AskOptions): Promise<T | Absence> {
    const config = { commitment: this.commitment, maxSupportedTransactionVersion: 1, rewards: false, ...details }
    const readBlock: ReadResult<T> = (result, refused, size) => {
      // A node may also report an unknown block by null.
      if (result === null) throw new RpcError({ kind: 'rpc', code: NOT_AVAILABLE, message: 'null' })
      return read(result, refused, size)
    }
    try {
      return await this.nodes.ask('getBlock', [at, config], readBlock, options)
    } catch (error) {
      const failure = isRpcError(error) ? error.failure : null
      const absence = failure?.kind === 'rpc' ? ABSENCES.get(failure.code) : undefined
      if (absence === undefined) throw error
      return absence
    }
  }

  /**
   * A transaction that cannot be decoded makes the block wrong, and it is requested again; if every attempt returns it, the
   * loop logs and counts it, since one transaction must not stop the indexer. One that its node did not record in full is never
   * skipped: another node may have it.
   */
  private relevant(transactions: z.output<typeof entry>[], refused: number): RpcTransaction[] {
    return transactions.flatMap(({ transaction, meta, version }) => {
      const relevant = { transaction, meta, ...(version === undefined ? {} : { version }) }
      try {
        return openTransaction(relevant, this.compressionProgram).groups.length > 0 ? [relevant] : []
      } catch (error) {
        if (error instanceof NotRecorded) throw wrongAnswerError(error.message)
        if (!(error instanceof LayoutError)) throw error
        if (refused < ATTEMPTS_TO_READ) throw wrongAnswerError('a block with a damaged transaction')
        return [relevant]
      }
    })
  }
}

function bytesOf([text]: [string, 'base64']): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** A block whose parent is not below it belongs to another slot. Slot 0 is its own parent. */
function linkOf(at: number, { blockhash, previousBlockhash, parentSlot }: z.output<typeof place>): ChainPosition {
  if (parentSlot >= at && at > 0) throw wrongAnswerError(`a block of another slot, whose parent is slot ${parentSlot}`)
  return { parentSlot, blockhash, parentBlockhash: previousBlockhash }
}

function checked<T>(shape: z.ZodType<T>, result: unknown): T {
  const read = shape.safeParse(result)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw wrongAnswerError(`a wrong answer: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`)
}
