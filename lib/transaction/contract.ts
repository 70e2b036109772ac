import { z } from 'zod'
import { account, tokenData } from '../protocol/rpc/entities'
import { safeInteger as count, integer, slot, u64 } from '../protocol/rpc/primitives'

/* The body of GET /api/v1/transaction: text for keys, hashes and signatures, bigint for u64. */

const token = tokenData.nullable()
export type TokenFields = z.output<typeof tokenData>

const createdAccount = z.object({
  /** Index in TransactionDetails.events; of ConsumedAccount and NewAddress too. */
  event: count,
  account,
  token,
  /** The output queue of an account in a v2 tree; null for v1. */
  queue: z.string().nullable(),
  /** False: the indexer does not know it although it is past the slot, because it does not index the tree. */
  indexed: z.boolean(),
})
export type CreatedAccount = z.output<typeof createdAccount>

/**
 * - `read`: found where it was created, and equal to what was consumed.
 * - `not_needed`: no data, so the transaction has everything.
 * - `not_read`: not read in time; a later request finds more.
 * - `unknown`: neither indexer nor chain node knows where it was created.
 */
const consumedContent = z.discriminatedUnion('state', [
  z.object({ state: z.literal('read'), account, token, createdBy: z.string() }),
  z.object({ state: z.enum(['not_needed', 'not_read', 'unknown']) }),
])
export type ConsumedContent = z.output<typeof consumedContent>

const consumedAccount = z.object({
  event: count,
  hash: z.string(),
  /** null: the transaction does not contain it. */
  leaf: z.object({ tree: z.string(), leafIndex: count }).nullable(),
  /** The hash's preimage; null: no fields of the transaction produce the hash. */
  fields: z
    .object({
      owner: z.string(),
      lamports: u64,
      address: z.string().nullable(),
      /** In place of the bytes, which the transaction does not contain; null: no data. */
      data: z.object({ discriminator: u64, dataHash: z.string() }).nullable(),
    })
    .nullable(),
  content: consumedContent,
})
export type ConsumedAccount = z.output<typeof consumedAccount>

const newAddress = z.object({ event: count, address: z.string(), tree: z.string() })

/** Lamports that entered and left compressed state, and that were paid to the sender. */
const movedLamports = z.object({ compressed: integer, decompressed: integer, relayFee: integer })
export type MovedLamports = z.output<typeof movedLamports>

/** A call of the Light system program that changed compressed state. */
const eventDetails = movedLamports.extend({
  /** Index in `instructions` of the one that wrote it. */
  instruction: count,
  /** Indices of the token program's instructions that it carries out. */
  tokenInstructions: z.array(count),
})
export type EventDetails = z.output<typeof eventDetails>

/**
 * Tokens that crossed between compressed state and the chain. In: `minted`, `compressed` and `compressed_and_closed` (the
 * whole of a token account). Out: `burned`, `decompressed`, and `loaded` into a token account of Light's. Between token
 * accounts on the chain: `wrapped` into one of Light's, `unwrapped` out of it.
 */
const tokenMove = z.object({
  kind: z.enum([
    ...(['minted', 'compressed', 'compressed_and_closed'] as const),
    ...(['burned', 'decompressed', 'loaded'] as const),
    ...(['wrapped', 'unwrapped'] as const),
  ]),
  /** Index in `instructions` of the token program's instruction. */
  instruction: count,
  mint: z.string(),
  /** Base units, less a fee that the mint withholds. */
  amount: integer,
  /** Token account on the chain: where they came from, or went to; null: minted or burnt. */
  account: z.string().nullable(),
})
export type TokenMove = z.output<typeof tokenMove>

const treeUpdate = z.object({
  /** By foresters. */
  kind: z.enum(['leaves_appended', 'leaves_nullified', 'addresses_appended', 'tree_rolled_over']),
  instruction: count,
  tree: z.string(),
  /** That a rolled over one is replaced by. */
  newTree: z.string().nullable(),
})
export type TreeUpdate = z.output<typeof treeUpdate>

const instructionDetails = z.object({
  program: z.string(),
  depth: count.nullable(),
  name: z.string().nullable(),
  source: z.string().nullable(),
  discriminator: z.string(),
  dataBytes: count,
  accounts: count,
  /** Who acted: owner, delegate, or authority of the mint. null: no instruction of the token program, or one that names none. */
  authority: z.string().nullable(),
})
export type InstructionDetails = z.output<typeof instructionDetails>

const transactionFailure = z.object({
  message: z.string(),
  /** Index among the top-level instructions; null: none failed. */
  instruction: count.nullable(),
  code: count.nullable(),
})
export type TransactionFailure = z.output<typeof transactionFailure>

const netChange = z.object({
  of: z.string(),
  consumed: integer,
  created: integer,
  /** created − consumed: may be negative. */
  change: integer,
})
export type NetChange = z.output<typeof netChange>

const mintChange = netChange.extend({
  /** Base units that entered compressed state, mints included, and left it, burns included. */
  compressed: integer,
  decompressed: integer,
  balances: z.boolean(),
  /**
   * Called, but not counted: `mint_action`: mints and burns of compressed tokens; `amounts`: a transfer with unreadable
   * amounts.
   */
  unbalanced: z.enum(['mint_action', 'amounts']).nullable(),
  owners: z.array(netChange),
})
export type MintChange = z.output<typeof mintChange>

/**
 * Why the effect on compressed state is unknown. `not_recorded`: the chain node did not record the inner instructions that hold
 * it. `contradicted`: the indexer lists it as compression, and the node's transaction shows none.
 */
const doubt = z.enum(['not_recorded', 'contradicted'])
export type Doubt = z.output<typeof doubt>

/**
 * The sums of a transaction, or why there are none. `not_read`: contents of consumed accounts are pending, see ConsumedContent.
 * `unknown_fields`: a consumed account is known only by its hash. `unknown_content`: it is unknown where a consumed account was
 * created. `unreadable`: an event could not be read. The others: TransactionDetails.doubt.
 */
const sumOf = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('known'), value }),
    z.object({
      state: z.literal('missing'),
      reason: z.enum(['not_read', 'unknown_fields', 'unknown_content', 'unreadable', ...doubt.options]),
    }),
  ])
export type Sum<T> = z.output<ReturnType<typeof sumOf<z.ZodType<T>>>>

const lamportsSum = movedLamports.extend({
  consumed: integer,
  created: integer,
  /** Whether consumed + compressed = created + decompressed + relayFee. */
  balances: z.boolean(),
  owners: z.array(netChange),
})
export type LamportsSum = z.output<typeof lamportsSum>

const changes = {
  usesCompression: z.boolean(),
  events: z.array(eventDetails),
  consumed: z.array(consumedAccount),
  created: z.array(createdAccount),
  newAddresses: z.array(newAddress),
  tokenMoves: z.array(tokenMove),
  treeUpdates: z.array(treeUpdate),
}

const facts = z.object({
  signature: z.string(),
  slot,
  /** Unix seconds; null: the node does not know it. */
  blockTime: z.number().nullable(),
  /** True once its slot is final: nothing here changes any more. */
  finalized: z.boolean(),
  /** True while the node is not yet proven to be on the indexer's chain. */
  unchecked: z.boolean(),
  version: z.union([z.literal('legacy'), count]),
  failure: transactionFailure.nullable(),
  /** Lamports; null: the node does not report it. */
  fee: u64.nullable(),
  computeUnits: u64.nullable(),
  signers: z.array(z.string()),
  programs: z.array(z.string()),
  instructions: z.array(instructionDetails),
  lamports: sumOf(lamportsSum),
  mints: sumOf(z.array(mintChange)),
  /** Parts that look like events or token accounts and cannot be read, in words for engineers. */
  unreadable: z.array(z.string()),
  logs: z.array(z.string()),
  /** Lines removed because they contain part of a configured URL. */
  logsLeftOut: count,
})

const knownTransaction = facts.extend({ ...changes, doubt: z.null() })
export type KnownTransaction = z.output<typeof knownTransaction>

const none = z.null()

/** With a doubt its changes are not known: null. */
export const transactionDetails = z.union([
  knownTransaction,
  facts.extend({
    ...{ usesCompression: none, events: none, consumed: none, created: none },
    ...{ newAddresses: none, tokenMoves: none, treeUpdates: none },
    doubt,
  }),
])
export type TransactionDetails = z.output<typeof transactionDetails>
