import 'server-only'
import { clock } from '../../clock'
import { log } from '../../log/log'
import { onVerdictChange } from '../health/changes'
import { incidentUrl } from '../health/incident'
import { statusNow } from '../health/probe'
import { type AlertWebhook, alertSecret, alertWebhook, networkNamed, siteUrl } from '../networks'
import type { Notice } from './alert'
import { deliverAll, type Tried } from './deliver'
import { composerOf } from './formats/formats'
import { Incidents } from './incidents'
import { signed } from './signature'
import { Webhook } from './webhook'

/** Milliseconds that the receiver has for one request. */
const TRY_MS = 5_000

/** From now on each change of a verdict is a line of the log, and goes to ALERT_WEBHOOK where one is set. */
export function startAlerts(): void {
  onVerdictChange(({ network, from, to }) =>
    log(to === 'ok' ? 'info' : 'warn', 'verdict', { upstream: network, from, to }),
  )
  const target = alertWebhook()
  if (!target) return
  const webhook = new Webhook(senderTo(target, alertSecret()))
  const incidents = new Incidents()
  onVerdictChange((change) => {
    const network = networkNamed(change.network)
    const slot = network && statusNow(network).slot
    const link = incidentUrl(siteUrl(), change.network, change)
    const began = incidents.beganOf(change)
    webhook.report({ ...change, slot, link, began, acknowledged: null, afterMaintenance: false })
  })
}

function senderTo(target: AlertWebhook, secret: string | null): (notice: Notice) => Promise<Tried> {
  const compose = composerOf(target)
  return (notice) => {
    const requests = compose(notice)
    // Signed at each try: the receiver learns when it was sent.
    const now = clock().wall()
    return deliverAll(secret === null ? requests : requests.map((request) => signed(request, secret, now)), TRY_MS)
  }
}
