import { percentDecoded } from '../../../platform/percent-decoded'
import { targetOf } from '../../../rpc-client/target'
import { cut, headlineOf, incidentKey, type Notice, sentencesOf, severityOf } from '../alert'
import type { Outgoing } from '../deliver'

/** Characters. */
const SUMMARY = 1_024

/**
 * Events API v2: one alert per incident, by `dedup_key`. `https://<routing key>@events.pagerduty.com/v2/enqueue`.
 * https://developer.pagerduty.com/docs/send-alert-event
 */
export function pagerduty(url: URL): (notice: Notice) => Outgoing[] {
  const routing_key = percentDecoded(url.username)
  const { headers: _, ...place } = targetOf(url)
  const request = (event: object): Outgoing => ({
    target: { ...place, headers: {} },
    body: JSON.stringify({ routing_key, ...event }),
  })
  return (notice) => {
    const { alert, missed, over } = notice
    const dedup_key = incidentKey(alert)
    const before = over.map((key) => request({ event_action: 'resolve', dedup_key: key }))
    if (alert.to === 'ok') return [...before, request({ event_action: 'resolve', dedup_key })]
    const { network, from, to, at, slot, link, runbook, began, acknowledged } = alert
    const trigger = request({
      event_action: 'trigger',
      dedup_key,
      client: 'Leafscan',
      client_url: link,
      links: [{ href: link, text: 'Status' }, ...(runbook === null ? [] : [{ href: runbook, text: 'What to do' }])],
      payload: {
        summary: cut(`${headlineOf(alert)}. ${sentencesOf(notice)}`, SUMMARY),
        source: `${network} indexer`,
        severity: severityOf(alert) === 'critical' ? 'critical' : 'warning',
        timestamp: at,
        component: 'indexer',
        group: network,
        class: to,
        custom_details: { network, from, to, slot, began, missed, ...(acknowledged && { note: acknowledged.note }) },
      },
    })
    const taken = acknowledged ? [request({ event_action: 'acknowledge', dedup_key })] : []
    return [...before, trigger, ...taken]
  }
}
