import 'server-only'
import { LRUCache } from 'lru-cache'
import { isProblem, type Problem } from '../../api/problem'
import { clock, inTime } from '../../platform/clock'
import { once } from '../../platform/once'
import type { MintInfo, Mints } from '../../protocol/solana/mint-info'
import type { RequestClass } from '../../rpc-client/urgency'
import { MAX_ACCOUNTS, nodeAccounts } from '../../upstream/chain/accounts'
import { chainGeneration } from '../../upstream/chain/genesis'
import { chainOf } from '../../upstream/chain/node'
import { chainProblem } from '../../upstream/chain/problem'
import type { Network } from '../../upstream/networks/networks'
import type { MintsAnswer } from './contract'
import { type ChainAccount, metadataAddress, readMint } from './read-mints'

/** Two accounts per mint: its own, and that of the metadata program. */
const MINTS_PER_CALL = MAX_ACCOUNTS / 2

/** Some 5 MB per network. */
const MAX_REMEMBERED = 20_000

/** Milliseconds until symbol and name are read again. Decimals never change. */
const CLAIM_MS = 3_600_000

/** Milliseconds until an address that was no mint is read again. */
const NO_MINT_MS = 60_000

/** Milliseconds for a call, longer than a page waits: late results serve the next request. */
const CALL_MS = 6_000

type AccountReader = (
  addresses: readonly string[],
  deadline: number,
  by: RequestClass,
) => Promise<(ChainAccount | null)[]>

interface Remembered {
  /** null: not a mint. */
  info: MintInfo | null
  /** Monotonic milliseconds. */
  readAgainAt: number
}

export class MintMemory {
  readonly #read: AccountReader
  readonly #remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED })
  /** Pending calls by mint; each resolves to a problem, or null. */
  readonly #calls = new Map<string, Promise<Problem | null>>()

  constructor(read: AccountReader) {
    this.#read = read
  }

  /** Results after `withinMs` (0: no call) serve the next request. Never rejects: amounts stay in base units. */
  async of(mints: Iterable<string>, withinMs: number, by: RequestClass = 'interactive'): Promise<MintsAnswer> {
    const wanted = [...new Set(mints)]
    if (withinMs <= 0) return { mints: this.#known(wanted), problem: null }
    const now = clock().monotonic()
    const due = wanted.filter((mint) => (this.#remembered.get(mint)?.readAgainAt ?? now) <= now)
    this.#request(
      due.filter((mint) => !this.#calls.has(mint)),
      by,
    )
    // Does not wait for a refresh of known symbols.
    const awaited = due
      .filter((mint) => !this.#remembered.get(mint)?.info)
      .flatMap((mint) => this.#calls.get(mint) ?? [])
    const problems = await inTime(Promise.all(new Set(awaited)), withinMs)
    const problem = problems === null ? LATE : (problems.find((each) => each !== null) ?? null)
    return { mints: this.#known(wanted), problem }
  }

  #known(mints: readonly string[]): Mints {
    return Object.fromEntries(
      mints.flatMap((mint) => {
        const info = this.#remembered.get(mint)?.info
        return info ? [[mint, info]] : []
      }),
    )
  }

  #request(mints: readonly string[], by: RequestClass): void {
    for (let at = 0; at < mints.length; at += MINTS_PER_CALL) {
      const batch = mints.slice(at, at + MINTS_PER_CALL)
      const call = this.#call(batch, by).catch((error: unknown) => {
        if (isProblem(error)) return error.problem
        throw error
      })
      for (const mint of batch) this.#calls.set(mint, call)
      const ended = () => {
        for (const mint of batch) this.#calls.delete(mint)
      }
      call.then(ended, ended)
    }
  }

  async #call(mints: readonly string[], by: RequestClass): Promise<null> {
    const metadataAt = await Promise.all(mints.map(metadataAddress))
    const addresses = mints.flatMap((mint, i) => (metadataAt[i] ? [mint, metadataAt[i]] : []))
    const accounts = addresses.length === 0 ? [] : await this.#read(addresses, clock().monotonic() + CALL_MS, by)
    const byAddress = new Map(addresses.map((address, i) => [address, accounts[i] ?? null]))
    const now = clock().monotonic()
    for (const [i, mint] of mints.entries()) {
      const at = metadataAt[i] ?? null
      const metadata = at === null ? null : (byAddress.get(at) ?? null)
      const read = readMint(mint, byAddress.get(mint) ?? null, metadata, at)
      const info = read.ok ? read.value : null
      this.#remembered.set(mint, { info, readAgainAt: now + (info ? CLAIM_MS : NO_MINT_MS) })
    }
    return null
  }
}

const LATE = chainProblem({ kind: 'network', reason: 'timeout', message: '' })

const memories = once('mints', () => new WeakMap<Network, { generation: number; memory: MintMemory }>())

/** Like MintMemory.of(). Without a chain node, empty and without a problem. */
export async function mintsOf(
  network: Network,
  mints: Iterable<string>,
  withinMs: number,
  by?: RequestClass,
): Promise<MintsAnswer> {
  if (!chainOf(network)) return { mints: {}, problem: null }
  const generation = chainGeneration(network.name)
  const known = memories().get(network)
  const memory =
    known?.generation === generation
      ? known.memory
      : new MintMemory(
          async (addresses, deadline, of) => (await nodeAccounts(network, addresses, deadline, of)).accounts,
        )
  memories().set(network, { generation, memory })
  return memory.of(mints, withinMs, by)
}
