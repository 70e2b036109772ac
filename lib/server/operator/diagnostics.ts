import 'server-only'
import { toProblem } from '../../api/rpc-problem'
import { xmlText } from '../../format/xml'
import { buildInfo } from '../../platform/build-info'
import { nowIso } from '../../platform/clock'
import { indexerStatusNow } from '../../status/health/probe'
import { memory } from '../../upstream/cache/cache'
import { chainOf } from '../../upstream/chain/node'
import type { CallGuards } from '../../upstream/indexer/guarded-call'
import { upstreamOf } from '../../upstream/indexer/indexers'
import { endpointOf, type Indexer, indexersOf, networks } from '../../upstream/networks/networks'
import { pageTurns } from '../listener/page-turns'
import { requestCounts } from '../listener/request-counts'
import { isDraining } from '../liveness/drain'

const CHECKS = 12

/**
 * All state that decides whether and when an indexer or node is called. Networks by name, nodes by position: no URL, host, key
 * or client. Makes no call itself, but probes check as often as with clients.
 */
export function diagnostics() {
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  const pages = Object.entries(pageTurns()).map(([size, { running, waiting, refused }]) => {
    return [size, { running, waiting, refused }] as const
  })
  return {
    at: nowIso(),
    build: buildInfo(),
    process: {
      uptimeSeconds: Math.round(process.uptime()),
      draining: isDraining(),
      memoryBytes: { rss, heapUsed, heapTotal, external, arrayBuffers },
      inFlight: requestCounts().inFlight,
      pages: Object.fromEntries(pages),
    },
    cache: memory().size(),
    networks: networks().flatMap(indexersOf).map(stateOf),
  }
}

function stateOf(indexer: Indexer) {
  const { network } = indexer
  const { verdict, summary, slot, samples, operations, intervalSeconds, pending } = indexerStatusNow(indexer, CHECKS)
  return {
    network: indexer.label,
    embedded: network.embedded,
    /** `is` null: not detected yet. `set`: by INDEXER_PATH. */
    form: { is: endpointOf(indexer).form, set: endpointOf(indexer).isFormSet },
    verdict,
    summary,
    slot,
    ...guardsOf(upstreamOf(indexer)),
    checks: { intervalMs: intervalSeconds * 1_000, inDoubt: pending !== null, last: samples },
    operations,
    chainNodes: (chainOf(network)?.nodes ?? []).map((node, i) => ({
      node: String(i + 1),
      identity: node.identity.state,
      ...guardsOf(node),
    })),
  }
}

function guardsOf({ breaker, gate, admission, pace, plan }: CallGuards) {
  const trouble = breaker.trouble()
  return {
    breaker: {
      state: breaker.state,
      heldBackMs: trouble?.retryAfterMs ?? 0,
      reason: trouble && toProblem(trouble.cause).code,
    },
    pauseMs: gate.remainingMs(),
    /** Wait caused by rate-limit headers. */
    paceMs: pace.waitMs(),
    queue: { inFlight: admission.inFlight, waiting: admission.queueLength },
    plan: plan && {
      requestsPerSecond: plan.rate,
      tokens: plan.tokens,
      freshnessFactor: plan.freshnessFactor,
      checkMs: Math.round(plan.probeMs),
    },
  }
}

const STYLE =
  ':root{color-scheme:light dark}body{font:14px/1.4 system-ui,sans-serif;margin:1.5rem}table{border-collapse:collapse}' +
  'th,td{text-align:left;vertical-align:top;padding:.1rem .9rem .1rem 0;border-top:1px solid #8884}th{font-weight:500}'

export function debugPage(): string {
  const about = '<p>Also as <a href="/debug.json">JSON</a>; see <a href="/metrics">metrics</a>.</p>'
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Leafscan diagnostics</title><style>${STYLE}</style></head><body><main><h1>Leafscan diagnostics</h1>${about}${table(diagnostics())}</main></body></html>\n`
}

function table(value: unknown): string {
  if (typeof value !== 'object' || value === null) return xmlText(String(value ?? '–'))
  const rows = Object.entries(value).map(([name, of]) => `<tr><th>${xmlText(name)}</th><td>${table(of)}</td></tr>`)
  return `<table>${rows.join('')}</table>`
}
