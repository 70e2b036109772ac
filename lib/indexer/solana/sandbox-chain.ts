import { encodeBase58 } from '../../protocol/base58'
import { firstSignature } from '../../protocol/light/groups'
import { resolvePrograms } from '../../protocol/light/programs'
import { readTokenAccount } from '../../protocol/solana/token-account'
import { type AccountState, type AccountStates, openAccountStates } from '../ledger/account-states'
import type { RpcTransaction } from '../ledger/ledger'
import type { LoopRecording } from '../ledger/loop/loop-recording'
import type { Loop } from '../ledger/loop/round'
import type { Recording } from '../ledger/recording'
import { findRecording, openSandboxFiles, RECORDED_PROGRAMS, type SandboxFiles } from '../ledger/sandbox'
import { isReached, type Reach } from './reach'
import {
  type ChainAccount,
  type ChainTransaction,
  madeGenesisHash,
  notRecorded,
  type RecordedChain,
} from './recorded-chain'

const RENT_EXEMPT = 2n ** 64n - 1n

/** Rounds are regenerated on request. Block times are in the store: the sandbox's clock assigns them on storing. */
export function openSandboxChain(files: SandboxFiles = {}): RecordedChain {
  const { recording, loop, identity } = openSandboxFiles(files)
  const states = openAccountStates(findRecording('states.recording'), loop)
  return new SandboxChain(recording, loop, states, madeGenesisHash(identity))
}

class SandboxChain implements RecordedChain {
  private opened: Promise<OpenLoop> | null = null
  private recordedSlots: ReadonlyMap<string, number> | null = null
  private readonly unlisted = new Map<number, ReadonlyMap<string, number>>()

  constructor(
    private readonly recording: Recording,
    private readonly loop: LoopRecording,
    private readonly states: AccountStates,
    readonly genesisHash: string,
  ) {}

  async transaction(signature: string, listed: number | null, reach: Reach): Promise<ChainTransaction | null> {
    const slot = listed ?? (await this.slotOfUnlisted(signature, reach))
    if (slot === null || !isReached(reach, slot)) return null
    const transaction = (await this.transactionsAt(slot)).find((each) => signatureOf(each) === signature)
    return transaction ? { slot, blockTime: null, transaction } : null
  }

  account(address: string, slot: number): ChainAccount | null {
    const state = this.states.at(address, slot)
    return state && chainAccount(state)
  }

  lamports(address: string, slot: number): bigint {
    if (!this.states.isRecorded(address)) throw notRecorded(`the lamports of ${address}`)
    return this.states.at(address, slot)?.lamports ?? 0n
  }

  tokenAccounts(program: string, wallet: string, slot: number) {
    return Array.from(this.states.all(slot)).flatMap(([address, state]) => {
      const read = state.owner === program ? readTokenAccount(program, state.data) : null
      return read?.ok && read.value.owner === wallet ? [[address, chainAccount(state)] as const] : []
    })
  }

  private async transactionsAt(slot: number): Promise<RpcTransaction[]> {
    if (slot < this.loop.firstSlot) return this.recording.at(slot)
    const { rounds, loop } = await this.open()
    return rounds.transactionsInSlot(loop, slot)
  }

  private async slotOfUnlisted(signature: string, reach: Reach): Promise<number | null> {
    this.recordedSlots ??= new Map(Array.from(this.recording.places(), ({ signature, slot }) => [signature, slot]))
    const recorded = this.recordedSlots.get(signature)
    if (recorded !== undefined) return recorded
    const oldest = this.roundAt(reach.removed?.to ?? this.loop.firstSlot)
    for (const round of this.unlisted.keys()) if (round < oldest) this.unlisted.delete(round)
    for (let round = oldest; round <= this.roundAt(reach.to); round++) {
      const slot = (await this.unlistedOf(round)).get(signature)
      if (slot !== undefined) return slot
    }
    return null
  }

  private async unlistedOf(round: number): Promise<ReadonlyMap<string, number>> {
    const known = this.unlisted.get(round)
    if (known) return known
    const { rounds, loop } = await this.open()
    const unlisted = Array.from(
      rounds.unlistedInRound(loop, round),
      ({ slot, transaction }) => [signatureOf(transaction), slot] as const,
    )
    const found = new Map(unlisted)
    this.unlisted.set(round, found)
    return found
  }

  private roundAt(slot: number): number {
    return Math.floor((slot - this.loop.firstSlot) / this.loop.roundSlots)
  }

  /** Lazy: loading the hash functions takes 250 ms. */
  private open(): Promise<OpenLoop> {
    this.opened ??= Promise.all([import('../ledger/loop/round'), resolvePrograms(RECORDED_PROGRAMS)]).then(
      ([rounds, programs]) => ({ rounds, loop: rounds.openLoop(this.loop, programs) }),
    )
    return this.opened
  }
}

function chainAccount({ owner, lamports, data }: AccountState): ChainAccount {
  return { owner, lamports, data, executable: false, rentEpoch: RENT_EXEMPT }
}

interface OpenLoop {
  rounds: typeof import('../ledger/loop/round')
  loop: Loop
}

function signatureOf({ transaction }: RpcTransaction): string {
  return encodeBase58(firstSignature(transaction))
}
