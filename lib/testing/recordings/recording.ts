import type { RpcTransaction } from '@/lib/indexer/ledger/ledger'

/*
 * What is recorded, as its readers see it: transactions and blocks that really happened, and what is known to be the right
 * answer to requests about them. README.md says where they come from.
 */

/** Where a recording comes from. */
export interface Origin {
  /** The network or program that executed the transactions. */
  chain: string
  /** `public`: anybody can look it up. `local`: a validator that is gone. `made`: built for a test. */
  kind: 'public' | 'local' | 'made'
  /** Who recorded or made it, with the licence of what was taken over. */
  from: string
}

/** A transaction as a node answers it. */
export interface RecordedEntry {
  /** Base58. */
  signature: string
  /** Its place in its block, where that is known. */
  index: number | null
  /** How it was recorded: what a node was asked for. */
  encoding: 'base64' | 'json'
  /** An entry of getBlock, with everything that the node said. */
  transaction: RpcTransaction
}

/** One slot. */
export interface RecordedBlock {
  slot: number
  /** Unix seconds; null where the recording names none. */
  blockTime: number | null
  /** Of a whole block as getBlock gives it; null where only some of a block's transactions were recorded. */
  place: {
    blockhash: string
    parentSlot: number
    parentBlockhash: string
    height: number
    rewards: unknown[]
  } | null
  /** In the order of the block, where that is known; else in that of the recording. */
  entries: RecordedEntry[]
}

/** An account as getAccountInfo answered, in base64. */
export interface RecordedAccount {
  address: string
  /** The whole result: context and value. */
  info: unknown
}

/**
 * Who says that an answer is right. `photon`: Photon gave it. `photon test`: Photon's own tests state it without slots and
 * times, which were put in. `derived`: a second reading of the same rules, in which every account hash was computed
 * again with Poseidon and came out equal. `derived and photon test`: that, and Photon's tests agree.
 */
export type Source = 'photon' | 'photon test' | 'derived' | 'derived and photon test'

/** A request and the answer to it. Texts are JSON to the byte: no integer is rounded in them. */
export interface Expectation {
  method: string
  /** Absent: the request has none. A cursor in it is Photon's and stands for the one that the indexer itself gave. */
  params?: string
  /** How many of the transactions, from the first, there are when it is asked; absent: all. */
  after?: number
  result: string
  source: Source
  /** What Photon's tests state, with 0 for every slot and time. */
  photonTest?: string
}

/** The programs of older recordings. Base58. */
export interface ProgramIds {
  compression: string
  lightSystem: string
  token: string
}

/** What the store holds when everything was read. */
export interface Counts {
  accounts: number
  unspent: number
  tokenAccounts: number
  /** Transactions that use compression. */
  compressionTransactions: number
}

export interface Recording {
  name: string
  /** What happens in it and why it is worth having. */
  about: string
  origin: Origin
  /** Null: today's. */
  programIds: ProgramIds | null
  /** Null where nobody counted. */
  counts: Counts | null
  /** Addresses of the people in it and of its mints, where they are known. */
  wallets: string[]
  mints: string[]
  /** Ascending by slot. */
  blocks: RecordedBlock[]
  /** Transactions beside the others, in no order, one a block: they must be read without harm. */
  extra: RecordedBlock[]
  accounts: RecordedAccount[]
  expectations: Expectation[]
}

/** What Photon was asked and answered. request.ts has the whole of a request. */
export interface PhotonCase {
  /** The newest slot of the chain at that time. */
  after: number
  method: string
  /** JSON to the byte; absent: the request has none. */
  params?: string
  /** Of HTTP. */
  status: number
  /** The body, byte for byte. */
  answer: string
}

/**
 * What the real Photon answered on a chain made of a recording: a block for each of its slots that holds a transaction, with
 * slots counted from 1000 and every sixteenth one skipped, parents, heights and hashes of their own, and the recorded times.
 * Every tree in it was known and belonged to the Light group.
 */
export interface PhotonAnswers {
  /** The recording's name; with `@today` or `+extra` where that holds. */
  name: string
  /** Which Photon, on which database, when. */
  origin: { program: string; version: string; commit: string; database: string; at: string }
  recording: string
  /** A recording with older program ids, read with today's: nothing is found in it. */
  today: boolean
  /** The chain holds the recording's extra transactions too. */
  extra: boolean
  /** The compression program that both were configured with; null: today's. */
  compressionProgram: string | null
  /** Slots of the chain, each with the recorded one. */
  slots: [chain: number, recorded: number][]
  cases: PhotonCase[]
}
