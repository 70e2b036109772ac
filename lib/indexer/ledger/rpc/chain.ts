import { z } from 'zod'
import { NotRecorded, openTransaction } from '@/lib/protocol/light/groups'
import { LayoutError } from '@/lib/protocol/light/layouts'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { address, hash, slot } from '@/lib/protocol/rpc/primitives'
import { isRpcError, RpcError } from '../../../protocol/rpc/failure'
import { wrongAnswer } from '../../../rpc-client/solana/answer'
import type { ChainLink, LedgerBlock, RpcTransaction } from '../ledger'
import type { AskOptions, Nodes, ReadResult } from './nodes'

/*
 * What the nodes report of the chain, read and checked. facts/light-events.md 14.
 */

/** How sure the chain must be of a block. */
export type Commitment = 'confirmed' | 'finalized'

/**
 * A block with its place in the chain. `size`: characters of what was parsed for it. `answer`: the node's whole result as
 * JSON, where it is stored.
 */
export type ChainBlock = LedgerBlock & { chain: ChainLink; size: number; answer?: string }

/** A block's place alone. */
export type BlockPlace = ChainLink & { slot: number }

/**
 * Why a slot has no block to give. `skipped`: there is none, or this node does not hold it (-32007, -32009: it does not
 * tell which). `to come`: not at this commitment yet (-32004, -32014). `cleaned up`: older than what the node keeps.
 */
export type Absence = 'skipped' | 'to come' | 'cleaned up'

/** What null in place of a block is taken for. */
const NOT_AVAILABLE = -32004

const ABSENCES = new Map<number, Absence>([
  [-32001, 'cleaned up'],
  [-32004, 'to come'],
  [-32007, 'skipped'],
  [-32009, 'skipped'],
  [-32014, 'to come'],
])

/** The first bytes of an account, and which program it belongs to. */
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

/** Attempts after which a transaction that cannot be read is taken for what the chain really holds. */
const ATTEMPTS_TO_READ = 3

/** One chain, as its nodes answer for it. Every answer is checked. */
export class FollowedChain {
  constructor(
    private readonly nodes: Nodes,
    private readonly commitment: Commitment,
    /** Transactions that do not name it cannot change anything and are not kept. */
    private readonly compressionProgram: string,
    /** True for who wants more of a block than what is indexed. */
    private readonly keepsAnswers = false,
  ) {}

  /**
   * True where the nodes are still on this chain: they are asked, unless they were in the last `maxAge` milliseconds.
   * Another chain is reported before it resolves.
   */
  confirm(maxAge: number): Promise<boolean> {
    return this.nodes.confirm(maxAge)
  }

  /** Nodes that are on another chain. */
  get nodesAside(): number {
    return this.nodes.aside
  }

  /** The highest slot at the commitment. */
  newestSlot(options: AskOptions): Promise<number> {
    return this.nodes.ask('getSlot', [{ commitment: this.commitment }], (result) => checked(slot, result), options)
  }

  /** The oldest slot whose block a node still has. @throws RpcError where no node tells. */
  firstAvailableSlot(signal: AbortSignal): Promise<number> {
    const options = { signal, optional: true }
    return this.nodes.ask('getFirstAvailableBlock', [], (result) => checked(slot, result), options)
  }

  /**
   * Slots between two, both included, for which a node lists a block, ascending: a hint that proves nothing.
   * @throws RpcError where no node tells.
   */
  listedSlots(first: number, last: number, { signal, attempt = 0 }: AskOptions): Promise<number[]> {
    const read = (result: unknown) => {
      if (!Array.isArray(result)) throw wrongAnswer('an answer that is no list')
      const listed = result.filter((each) => Number.isSafeInteger(each) && each >= first && each <= last)
      return [...new Set<number>(listed)].sort((a, b) => a - b)
    }
    const params = [first, last, { commitment: this.commitment }]
    return this.nodes.ask('getBlocks', params, read, { signal, attempt, optional: true })
  }

  /** The block of a slot, with those of its transactions that may use compression. */
  block(at: number, options: AskOptions): Promise<ChainBlock | Absence> {
    const read: ReadResult<ChainBlock> = (result, refused, size) => {
      const { blockTime, transactions, ...rest } = checked(fullBlock, result)
      return {
        slot: at,
        blockTime: blockTime ?? null,
        transactions: this.relevant(transactions, refused),
        chain: linkOf(at, rest),
        size,
        ...(this.keepsAnswers && { answer: stringifyJson(result) }),
      }
    }
    const mentioning = this.keepsAnswers ? undefined : this.compressionProgram
    return this.find(at, { transactionDetails: 'full', encoding: 'base64' }, read, { ...options, mentioning })
  }

  /** Where the block of a slot stands, without its contents. */
  place(at: number, options: AskOptions): Promise<BlockPlace | Absence> {
    const read = (result: unknown): BlockPlace => ({ slot: at, ...linkOf(at, checked(place, result)) })
    return this.find(at, { transactionDetails: 'none' }, read, options)
  }

  /** The same, where a node gives it at once; null for whatever it answers else. */
  async placeNow(at: number, { signal, attempt = 0 }: AskOptions): Promise<BlockPlace | null> {
    try {
      const answer = await this.place(at, { signal, attempt, optional: true })
      return typeof answer === 'string' ? null : answer
    } catch (error) {
      if (isRpcError(error)) return null
      throw error
    }
  }

  /** The first `length` bytes of an account as of `minSlot` or later; null where there is none. */
  accountHead(key: string, length: number, minSlot: number, signal: AbortSignal): Promise<AccountHead | null> {
    const dataSlice = { offset: 0, length }
    const config = { commitment: this.commitment, encoding: 'base64', dataSlice, minContextSlot: minSlot }
    const read = (result: unknown): AccountHead | null => {
      const { value } = checked(accountInfo, result)
      return value && { owner: value.owner, data: bytesOf(value.data) }
    }
    return this.nodes.ask('getAccountInfo', [key, config], read, { signal })
  }

  /**
   * The first `length` bytes of some accounts, at most 100, all as of one finalized slot; null where there is none.
   * @throws RpcError where a node does not answer such requests.
   */
  accountHeads(
    keys: string[],
    length: number,
    signal: AbortSignal,
  ): Promise<{ slot: number; heads: (Uint8Array | null)[] }> {
    const config = { commitment: 'finalized', encoding: 'base64', dataSlice: { offset: 0, length } }
    const read = (result: unknown) => {
      const { context, value } = checked(accountInfos, result)
      if (value.length !== keys.length) throw wrongAnswer('an answer about other accounts')
      return { slot: context.slot, heads: value.map((account) => account && bytesOf(account.data)) }
    }
    return this.nodes.ask('getMultipleAccounts', [keys, config], read, { signal, optional: true })
  }

  private async find<T>(at: number, details: object, read: ReadResult<T>, options: AskOptions): Promise<T | Absence> {
    const config = { commitment: this.commitment, maxSupportedTransactionVersion: 1, rewards: false, ...details }
    const readBlock: ReadResult<T> = (result, refused, size) => {
      // A node that knows no block yet may also say so by null.
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
   * A transaction that cannot be decoded makes the block a wrong one, to be requested again; unless every attempt
   * returns it: then the loop logs and counts it, since one transaction must not stop the indexer. One that its node did not
   * record in full is never passed over: the chain has what it did, and another node may.
   */
  private relevant(transactions: z.output<typeof entry>[], refused: number): RpcTransaction[] {
    return transactions.flatMap(({ transaction, meta, version }) => {
      const relevant = { transaction, meta, ...(version === undefined ? {} : { version }) }
      try {
        return openTransaction(relevant, this.compressionProgram).groups.length > 0 ? [relevant] : []
      } catch (error) {
        if (error instanceof NotRecorded) throw wrongAnswer(error.message)
        if (!(error instanceof LayoutError)) throw error
        if (refused < ATTEMPTS_TO_READ) throw wrongAnswer('a block with a damaged transaction')
        return [relevant]
      }
    })
  }
}

function bytesOf([text]: [string, 'base64']): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** A block whose parent is not below it belongs to another slot. Slot 0 is its own parent. */
function linkOf(at: number, { blockhash, previousBlockhash, parentSlot }: z.output<typeof place>): ChainLink {
  if (parentSlot >= at && at > 0) throw wrongAnswer(`a block of another slot, whose parent is slot ${parentSlot}`)
  return { parentSlot, blockhash, parentBlockhash: previousBlockhash }
}

function checked<T>(shape: z.ZodType<T>, result: unknown): T {
  const read = shape.safeParse(result)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw wrongAnswer(`a wrong answer: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`)
}
