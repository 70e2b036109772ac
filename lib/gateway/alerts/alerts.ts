import 'server-only'
import { log } from '../../log/log'
import { onVerdictChange } from '../health/changes'
import { incidentUrl } from '../health/incident'
import { statusNow } from '../health/probe'
import { alertWebhook, networkNamed, siteUrl } from '../networks'
import { deliver } from './deliver'
import { Webhook } from './webhook'

/** Milliseconds that the receiver has for one try. */
const TRY_MS = 5_000

/** From now on each change of a verdict is a line of the log, and goes to ALERT_WEBHOOK where one is set. */
export function startAlerts(): void {
  onVerdictChange(({ network, from, to }) =>
    log(to === 'ok' ? 'info' : 'warn', 'verdict', { upstream: network, from, to }),
  )
  const target = alertWebhook()
  if (!target) return
  const { endpoint } = target
  const webhook = new Webhook((json) => deliver(endpoint, json, TRY_MS))
  onVerdictChange((change) => {
    const network = networkNamed(change.network)
    const slot = network && statusNow(network).slot
    webhook.report({ ...change, slot, link: incidentUrl(siteUrl(), change.network, change.at) })
  })
}
