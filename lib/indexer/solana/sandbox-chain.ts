import { encodeBase58 } from '../../protocol/base58'
import { firstSignature } from '../../protocol/light/groups'
import { resolvePrograms } from '../../protocol/light/programs'
import type { RpcTransaction } from '../ledger/ledger'
import type { LoopRecording } from '../ledger/loop/loop-recording'
import type { Loop } from '../ledger/loop/round'
import type { RecordedAccount, Recording } from '../ledger/recording'
import { openSandboxFiles, RECORDED_PROGRAMS, type SandboxFiles } from '../ledger/sandbox'
import { isReached, type Reach } from './reach'
import { type ChainAccount, type ChainTransaction, madeGenesisHash, type RecordedChain } from './recorded-chain'

const RENT_EXEMPT = 2n ** 64n - 1n

/** Rounds are regenerated on request. Block times are in the store: the sandbox's clock assigns them on storing. */
export function openSandboxChain(files: SandboxFiles = {}): RecordedChain {
  const { recording, loop, identity } = openSandboxFiles(files)
  return new SandboxChain(recording, loop, madeGenesisHash(identity))
}

class SandboxChain implements RecordedChain {
  private readonly accounts: ReadonlyMap<string, { account: RecordedAccount; since: number }>
  private opened: Promise<OpenLoop> | null = null
  private recordedSlots: ReadonlyMap<string, number> | null = null
  private readonly unlisted = new Map<number, ReadonlyMap<string, number>>()

  constructor(
    private readonly recording: Recording,
    private readonly loop: LoopRecording,
    readonly genesisHash: string,
  ) {
    const from = (accounts: RecordedAccount[], since: number) =>
      accounts.map((account) => [account.address, { account, since }] as const)
    this.accounts = new Map([...from(loop.accounts, loop.firstSlot), ...from(recording.accounts, recording.firstSlot)])
  }

  async transaction(signature: string, listed: number | null, reach: Reach): Promise<ChainTransaction | null> {
    const slot = listed ?? (await this.slotOfUnlisted(signature, reach))
    if (slot === null || !isReached(reach, slot)) return null
    const transaction = (await this.transactionsAt(slot)).find((each) => signatureOf(each) === signature)
    return transaction ? { slot, blockTime: null, transaction } : null
  }

  account(address: string, { to }: Reach): ChainAccount | null {
    const known = this.accounts.get(address)
    if (!known || to < known.since) return null
    const { owner, lamports, data } = known.account
    return {
      owner,
      lamports: BigInt(lamports),
      data: Buffer.from(data, 'hex'),
      executable: false,
      rentEpoch: RENT_EXEMPT,
    }
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

  /** Every transaction of the loop uses compression, so one that the store does not list has failed. */
  private async unlistedOf(round: number): Promise<ReadonlyMap<string, number>> {
    const known = this.unlisted.get(round)
    if (known) return known
    const { rounds, loop } = await this.open()
    const failed = Array.from(
      rounds.failedInRound(loop, round),
      ({ slot, transaction }) => [signatureOf(transaction), slot] as const,
    )
    const found = new Map(failed)
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

interface OpenLoop {
  rounds: typeof import('../ledger/loop/round')
  loop: Loop
}

function signatureOf({ transaction }: RpcTransaction): string {
  return encodeBase58(firstSignature(transaction))
}
