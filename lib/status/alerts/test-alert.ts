import 'server-only'
import { nowIso } from '../../platform/clock'
import { siteUrl } from '../../upstream/networks/networks'
import { alertSender } from './alerts'
import { webhookState } from './webhook'

/** Both messages within the time that the operator's port waits. */
const TRY_MS = 2_000

const CHANGES = [
  { from: 'ok', to: 'unreachable', summary: 'TEST of ALERT_WEBHOOK: no indexer failed.' },
  { from: 'unreachable', to: 'ok', summary: 'TEST of ALERT_WEBHOOK: over.' },
] as const

/** Sends an incident of its own, marked TEST, and its end; neither is kept. null: no ALERT_WEBHOOK. */
export async function sendTestAlert() {
  const send = alertSender(TRY_MS)
  if (!send) return null
  const at = nowIso()
  const incident = { network: 'TEST', at, confirmedAt: at, began: at, firstBegan: at, link: `${siteUrl()}/status` }
  const results: { to: string; delivered: boolean; outcome: string }[] = []
  for (const change of CHANGES) {
    const alert = { ...incident, ...change, slot: null, runbook: null, acknowledged: null, afterMaintenance: false }
    const { delivered, outcome } = await send({ alert, missed: 0, over: [] })
    webhookState().delivered = delivered
    results.push({ to: change.to, delivered, outcome })
  }
  return results
}
