import type { RpcTransaction } from '@/lib/indexer/ledger/ledger'

/* Recorded transactions and blocks with the known answers about them. Sources: README.md. */

export interface Origin {
  chain: string
  /** `public`: can be looked up. `local`: from a validator that is gone. `made`: built for a test. */
  kind: 'public' | 'local' | 'made'
  from: string
}

export interface RecordedEntry {
  signature: string
  /** Position in its block; null: unknown. */
  index: number | null
  encoding: 'base64' | 'json'
  transaction: RpcTransaction
}

export interface RecordedBlock {
  slot: number
  /** Unix seconds; null: not recorded. */
  blockTime: number | null
  /** null: only some of the block's transactions were recorded. */
  place: {
    blockhash: string
    parentSlot: number
    parentBlockhash: string
    height: number
    rewards: unknown[]
  } | null
  /** In block order where known, else in recording order. */
  entries: RecordedEntry[]
}

export interface RecordedAccount {
  address: string
  info: unknown
}

/**
 * `photon`: Photon's answer. `photon test`: from Photon's tests, with slots and times put in. `derived`: a second reading of
 * the same rules, every account hash recomputed with Poseidon and equal. `derived and photon test`: both agree.
 */
export type Source = 'photon' | 'photon test' | 'derived' | 'derived and photon test'

/** Texts are JSON to the byte: no integer is rounded. */
export interface Expectation {
  method: string
  /** A cursor in it is Photon's and represents the indexer's own. */
  params?: string
  /** How many transactions, from the first, exist at the request; absent: all. */
  after?: number
  result: string
  source: Source
  /** From Photon's tests, with 0 for every slot and time. */
  photonTest?: string
}

export interface ProgramIds {
  compression: string
  lightSystem: string
  token: string
}

export interface Counts {
  accounts: number
  unspent: number
  tokenAccounts: number
  compressionTransactions: number
}

export interface Recording {
  name: string
  about: string
  origin: Origin
  /** null: today's. */
  programIds: ProgramIds | null
  counts: Counts | null
  wallets: string[]
  mints: string[]
  blocks: RecordedBlock[]
  /** One per block, in no order; they must be read without harm. */
  extra: RecordedBlock[]
  accounts: RecordedAccount[]
  expectations: Expectation[]
}

export interface PhotonCase {
  /** The newest slot of the chain at that time. */
  after: number
  method: string
  params?: string
  status: number
  answer: string
}

/**
 * The real Photon's answers on a chain made of a recording: a block for each slot with a transaction, slots counted from 1000,
 * every sixteenth skipped, own parents, heights and hashes, recorded times. Every tree was known and in the Light group.
 */
export interface PhotonAnswers {
  /** With `@today` or `+extra` where that holds. */
  name: string
  origin: { program: string; version: string; commit: string; database: string; at: string }
  recording: string
  /** Older program ids read with today's: nothing is found. */
  today: boolean
  extra: boolean
  compressionProgram: string | null
  slots: [chain: number, recorded: number][]
  cases: PhotonCase[]
}
