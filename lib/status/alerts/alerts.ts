import 'server-only'
import { clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { configuration } from '../../upstream/networks/networks'
import { onVerdict, onVerdictChange } from '../health/changes'
import type { AlertNotice } from './alert'
import { Announcer, statusByName } from './announcer'
import { type DeliveryResult, deliverAll, signRequest } from './deliver'
import { composerOf } from './formats/formats'
import { Webhook } from './webhook'

const TRY_MS = 5_000

export function startAlerts(): void {
  onVerdictChange(({ network, from, to }) => {
    const wrong = to === 'degraded' ? { wrong: whatIsWrong(network) } : {}
    log(to === 'ok' ? 'info' : 'warn', 'verdict', { upstream: network, from, to, ...wrong })
  })
  const send = alertSender(TRY_MS)
  if (!send) return
  const webhook = new Webhook(send, (alert) => made.delivered(alert))
  const made: Announcer = new Announcer((...alert) => webhook.report(...alert))
  announcer().current = made
  onVerdict((change) => made.change(change))
  made.follow()
}

/** null: no ALERT_WEBHOOK. */
export function alertSender(withinMs: number): ((notice: AlertNotice) => Promise<DeliveryResult>) | null {
  const { alertWebhook, alertSecret } = configuration()
  if (!alertWebhook) return null
  const compose = composerOf(alertWebhook)
  return (notice) => {
    // Signed for each try, since the signature includes the time.
    const now = clock().wall()
    const requests = compose(notice)
    return deliverAll(
      alertSecret === null ? requests : requests.map((each) => signRequest(each, alertSecret, now)),
      withinMs,
    )
  }
}

export const announcer = once('announcer', (): { current: Announcer | null } => ({ current: null }))

function whatIsWrong(name: string): string {
  return statusByName(name)
    .degradations.map((each) => ('method' in each ? `${each.kind} ${each.method}` : each.kind))
    .join(', ')
}
