import { createProgress, follow, type Progress } from '@/lib/indexer/ledger/follow'
import type { LedgerBlock } from '@/lib/indexer/ledger/ledger'
import { openRpc, type RpcLedger, type RpcOptions } from '@/lib/indexer/ledger/rpc/rpc'
import { knownBlocks } from '@/lib/indexer/store/journal'
import { openSqlite } from '@/lib/indexer/store/sqlite/open'
import type { Store } from '@/lib/indexer/store/store'
import type { Programs } from '@/lib/protocol/light/programs'
import { IdleClock } from '@/lib/testing/indexer/idle-clock'
import { indexed } from '@/lib/testing/indexer/indexed'
import { randomFrom } from '@/lib/testing/indexer/random'
import { PROGRAM_IDS, PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { SEED } from '@/scripts/seed'
import type { MadeChain } from './made-chain'
import type { NodeStandIn } from './stand-in'

export interface Following {
  store: Store
  ledger: RpcLedger
  progress: Progress
  clock: IdleClock
  reached(chain: MadeChain): Promise<void>
  stop(): Promise<void>
  done: Promise<void>
}

const POLL_MS = 5

/** The clients and the stand-ins' delays share this clock, which advances only while idle. */
export function idleClockOf(...nodes: NodeStandIn[]): IdleClock {
  return watching(new IdleClock(), nodes)
}

export function watching(clock: IdleClock, nodes: NodeStandIn[]): IdleClock {
  for (const node of nodes) {
    clock.watch(node.url)
    node.clock = clock
  }
  return clock
}

export async function followNodes(
  nodes: NodeStandIn[],
  options: Partial<RpcOptions> = {},
  store: Store = openSqlite(':memory:', { ledger: 'made up', programIds: {} }),
  programs: Programs = PROGRAMS,
): Promise<Following> {
  const stop = new AbortController()
  const { signal } = stop
  const clock = idleClockOf(...nodes)
  const ledger = await openRpc({
    urls: nodes.map(({ url }) => url),
    name: 'localnet',
    commitment: 'confirmed',
    startSlot: null,
    compressionProgram: PROGRAM_IDS.compression,
    clock,
    random: randomFrom(SEED),
    signal,
    ...options,
  })
  const progress = createProgress()
  const done = follow({ ledger, store, programs, progress, signal, onReady: () => undefined })
  // Callers get the rejection; unhandled, it must not end the process.
  done.catch(() => undefined)
  return {
    store,
    ledger,
    progress,
    clock,
    done,
    async reached(chain) {
      const last = chain.at(-1)?.blockhash
      const poll = async () => {
        while ((await knownBlocks(store))[0]?.blockhash !== last)
          await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
      const ended = done.then(() => {
        throw new Error('following ended')
      })
      await Promise.race([poll(), ended])
    },
    async stop() {
      stop.abort()
      await done
    },
  }
}

function ledgerBlock({ slot, blockTime, transactions, ...place }: MadeChain[number]): LedgerBlock {
  const { parentSlot, blockhash, parentBlockhash } = place
  return { slot, blockTime, transactions, chain: { parentSlot, blockhash, parentBlockhash } }
}

export async function undisturbed(chain: MadeChain): Promise<Store> {
  return (await indexed(chain.map(ledgerBlock))).store
}
