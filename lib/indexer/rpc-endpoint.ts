import type { Environment } from '@/lib/platform/environment'
import type { Soundness } from './check/soundness'
import { NOT_CHECKED, type StoreCheck } from './check/store-check'
import type { Ingestion } from './ingest/ingestion'
import type { LedgerNames } from './ingest/messages'
import type { Role } from './ingest/report'
import { metricsText, RequestCounts } from './metrics'
import type { RpcService } from './server/json-rpc'
import { type RunningServer, startServer } from './server/server'
import type { RecordingBehind } from './solana/solana-result'
import { DAMAGED } from './store/damage'
import type { Store } from './store/store'
import type { StoreWatch } from './store-watch'

export interface AnsweringFrom {
  ledger: LedgerNames
  ingestion: Ingestion
  store: Store
  soundness: Soundness
  check: StoreCheck
  recording: RecordingBehind | undefined
  watch: StoreWatch
}

/** Keeps its port when the chain is replaced. */
export class RpcEndpoint {
  private readonly requests = new RequestCounts()
  private open: { server: RunningServer; service: RpcService } | null = null
  private isAnnounced = false
  private ledgers = 0
  private current: AnsweringFrom | null = null

  constructor(
    private readonly options: {
      environment: Environment
      onReady(role: Role, ledger: string): void
    },
  ) {}

  async answerFrom(from: AnsweringFrom): Promise<void> {
    this.current = from
    this.ledgers++
    const service = this.serviceOf(from)
    if (this.open) {
      Object.assign(this.open.service, service)
      return
    }
    const { indexerHost: host, indexerPort: port } = this.options.environment
    this.open = { service, server: await startServer(service, { host, port, metrics: () => this.metrics() }) }
  }

  announce(role: Role, ledger: string): void {
    if (!this.isAnnounced) this.options.onReady(role, ledger)
    this.isAnnounced = true
  }

  async close(): Promise<void> {
    const { open } = this
    this.open = null
    await open?.server.close()
  }

  private serviceOf(from: AnsweringFrom): RpcService {
    const { store, recording, ingestion, ledger } = from
    const { maxLagSlots, ledger: followed } = this.options.environment
    const replaced = () => {
      const by = ingestion.state.replacedBy
      return by && `The chain was replaced: what is stored is of ${ledger.identity}, LEDGER is on ${by}`
    }
    return {
      store,
      chain: {
        tip: ingestion.tip,
        slotsSinceStored: (slot) => this.slotsSinceStored(from, slot),
        isLive: followed.kind === 'rpc',
        stopped: () => ingestion.state.stopped,
        headUnknown: () => ingestion.state.headUnknown,
        stallReason: () => ingestion.state.stallReason,
        replaced,
        damaged: () => isDamaged(from),
        maxLagSlots,
      },
      recording,
      count: (method, outcome) => this.requests.count(method, outcome),
    }
  }

  /** Counts by time where a sandbox that another process plays advances unseen. */
  private slotsSinceStored({ ingestion, watch }: AnsweringFrom, slot: number): number {
    const { ledger, slotMs } = this.options.environment
    if (ledger.kind !== 'sandbox' || ingestion.role() === 'writer') return 0
    return Math.floor(watch.unchangedMs(slot) / slotMs)
  }

  private async metrics(): Promise<string> {
    const { requests, current } = this
    const { ledger } = this.options.environment
    const replacements = ledger.kind === 'rpc' ? Math.max(0, this.ledgers - 1) : null
    if (!current || current.ingestion.state.replacedBy !== null) {
      return metricsText({ ...NOTHING, requests, check: NOT_CHECKED, replacements })
    }
    const { store, ingestion, soundness, check, watch } = current
    const { database } = current.ledger
    const role = ingestion.role()
    const [report, tip] = await Promise.all([role === 'reader' ? null : ingestion.report(), ingestion.tip()])
    return metricsText({
      ...{ store, tip, role, report, requests, replacements },
      file: database.kind === 'file' ? database.file : null,
      slotsSinceStored: (slot) => this.slotsSinceStored(current, slot),
      reachable: watch.isReachable(),
      sound: isDamaged(current) ? false : soundness.isSound(),
      check: check.report(),
    })
  }
}

const NOTHING = {
  ...{ store: null, file: null, tip: null, reachable: false, report: null, sound: null },
  slotsSinceStored: () => 0,
  role: 'standby',
} as const

function isDamaged({ soundness, ingestion }: AnsweringFrom): boolean {
  return soundness.isSound() === false || ingestion.state.stopped === DAMAGED
}
