import 'server-only'
import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
import { clock, nowIso } from '../../platform/clock'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { targetOf } from '../../rpc-client/target'
import { heartbeatEndpoint, networks, probeSeconds } from '../../upstream/networks/networks'
import { networksUnchecked, statusUnread } from '../health/probe'
import { deliver, type Outgoing, type Tried } from './deliver'

/*
 * A sign of life for a receiver that raises the alarm when none comes: a dead man's switch. It says that this process runs and
 * checks its indexers, not that they are well; a main thread that hangs sends none.
 */

/** Milliseconds between two of them unless PROBE_SECONDS fixes the pace: hosted receivers take five a minute at the most. */
const BEAT_MS = 30_000
const MAX_BEAT_MS = 60_000

/** Milliseconds until the first one, and that the receiver has for each. */
const FIRST_MS = 1_000
const TRY_MS = 5_000

/** What became of heartbeats: `ok`, `fail` (reported that checks have stopped), or why one did not arrive. */
export const heartbeatCounts = once(
  'heartbeats',
  () =>
    new Map<string, number>([
      ['ok', 0],
      ['fail', 0],
    ]),
)

/** What a heartbeat calls: tests bring their own. */
export interface HeartbeatDeps {
  /** Networks whose checks have stopped coming. */
  unchecked(): string[]
  /** By network. */
  verdicts(): Record<string, Verdict>
  send(request: Outgoing): Promise<Tried>
}

const DEPS: HeartbeatDeps = {
  unchecked: networksUnchecked,
  verdicts: () => Object.fromEntries(networks().map((network) => [network.name, statusUnread(network).verdict])),
  send: (request) => deliver(request, TRY_MS),
}

/** From now on HEARTBEAT_URL is called at each interval, where it is set. */
export function startHeartbeat(deps: HeartbeatDeps = DEPS): void {
  const endpoint = heartbeatEndpoint()
  if (!endpoint) return
  const seconds = probeSeconds()
  const everyMs = seconds === null ? BEAT_MS : Math.min(MAX_BEAT_MS, seconds * 1_000)
  let failures = 0

  async function beat(): Promise<void> {
    const beganMs = clock().monotonic()
    const unchecked = deps.unchecked()
    const request = endpoint?.use((url) => requestTo(url, unchecked, deps.verdicts()))
    const tried = request && (await deps.send(request))
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

/** To the URL itself, or with `/fail` behind its path where the explorer itself has failed, as healthchecks.io and others take it. */
function requestTo(url: URL, unchecked: readonly string[], verdicts: Record<string, Verdict>): Outgoing {
  if (unchecked.length > 0) url.pathname = `${url.pathname.replace(/\/+$/, '')}/fail`
  const worst = Object.values(verdicts).reduce<Verdict>(
    (worst, verdict) => (VERDICT_FACTS[verdict].severity > VERDICT_FACTS[worst].severity ? verdict : worst),
    'ok',
  )
  const body = { service: 'leafscan', at: nowIso(), verdict: worst, networks: verdicts, unchecked }
  return { target: targetOf(url), body: JSON.stringify(body) }
}

function count(outcome: string): void {
  const counts = heartbeatCounts()
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
}
