import 'server-only'
import type { IndexerStatus } from '../../api/status'
import { clock, nowIso } from '../../platform/clock'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { targetOf } from '../../rpc-client/target'
import { configuration, networks } from '../../upstream/networks/networks'
import { worstFirst } from '../all-networks'
import { networksUnchecked, peekStatus } from '../health/probe'
import { deliver, type WebhookRequest } from './deliver'

/*
 * A dead man's switch: reports that this process checks its indexers, not that they are ok. A blocked main thread sends none.
 */

/** Hosted services accept at most five heartbeats per minute. PROBE_SECONDS overrides this. */
const BEAT_MS = 30_000
const MAX_BEAT_MS = 60_000

const FIRST_MS = 1_000
const TRY_MS = 5_000

export const heartbeatCounts = once(
  'heartbeats',
  () =>
    new Map<string, number>([
      ['ok', 0],
      ['fail', 0],
    ]),
)

const DEPS = { networksUnchecked, peekStatus, deliver }

export function startHeartbeat(deps = DEPS): void {
  const endpoint = configuration().heartbeat
  if (!endpoint) return
  const seconds = configuration().probeSeconds
  const everyMs = seconds === null ? BEAT_MS : Math.min(MAX_BEAT_MS, seconds * 1_000)
  let failures = 0

  async function beat(): Promise<void> {
    const beganMs = clock().monotonic()
    const unchecked = deps.networksUnchecked()
    const request = endpoint?.use((url) =>
      requestTo(
        url,
        unchecked,
        networks().map((network) => deps.peekStatus(network, 0)),
      ),
    )
    const tried = request && (await deps.deliver(request, TRY_MS))
    if (!tried) return
    count(tried.delivered ? (unchecked.length > 0 ? 'fail' : 'ok') : tried.outcome)
    if (!tried.delivered && failures++ === 0) log('warn', 'heartbeat failed', { outcome: tried.outcome })
    if (tried.delivered && failures > 0) {
      log('info', 'heartbeat delivered again', { failures })
      failures = 0
    }
    const left = beganMs + everyMs - clock().monotonic()
    clock().after(Math.max(0, left, tried.retryAfterMs ?? 0), () => void beat())
  }

  clock().after(FIRST_MS, () => void beat())
}

/** Appends `/fail` to report a failure of the explorer itself, as healthchecks.io and others expect. */
function requestTo(url: URL, unchecked: readonly string[], statuses: readonly IndexerStatus[]): WebhookRequest {
  if (unchecked.length > 0) url.pathname = `${url.pathname.replace(/\/+$/, '')}/fail`
  const verdicts = Object.fromEntries(statuses.map(({ network, verdict }) => [network, verdict]))
  const worst = worstFirst(statuses)[0]?.verdict ?? 'ok'
  const body = { service: 'leafscan', at: nowIso(), verdict: worst, networks: verdicts, unchecked }
  return { target: targetOf(url), body: JSON.stringify(body) }
}

function count(outcome: string): void {
  const counts = heartbeatCounts()
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
}
