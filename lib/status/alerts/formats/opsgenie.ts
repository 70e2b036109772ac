import { percentEncoded } from '../../../format/text'
import { percentDecoded } from '../../../platform/percent-decoded'
import { targetOf } from '../../../rpc-client/target'
import { cut, headlineOf, incidentKey, type Notice, sentencesOf, severityOf } from '../alert'
import type { Outgoing } from '../deliver'

/** Characters. */
const MESSAGE = 130
const DESCRIPTION = 15_000
const NOTE = 25_000

const SOURCE = 'Leafscan'

/**
 * Alert API of Opsgenie and Jira Service Management: one alert per incident, by alias. `https://<integration
 * key>@api.opsgenie.com/v2/alerts`. https://docs.opsgenie.com/docs/alert-api
 */
export function opsgenie(url: URL): (notice: Notice) => Outgoing[] {
  const { path, ...place } = targetOf(url)
  const headers = { authorization: `GenieKey ${percentDecoded(url.username)}` }
  const base = url.pathname.replace(/\/+$/, '')
  const create = (body: object): Outgoing => ({
    target: { ...place, headers, path },
    body: JSON.stringify(body),
  })
  const about = (alias: string, action: string, body: object, method: 'POST' | 'PUT' = 'POST'): Outgoing => ({
    method,
    target: { ...place, headers, path: `${base}/${percentEncoded(alias)}/${action}?identifierType=alias` },
    body: JSON.stringify({ source: SOURCE, ...body }),
  })
  return (notice) => {
    const { alert, over } = notice
    const { network, to, at, slot, link, runbook, began, firstBegan, acknowledged } = alert
    const alias = incidentKey(alert)
    const text = `${headlineOf(alert)}. ${sentencesOf(notice)}`
    const note = cut(text, NOTE)
    const before = over.map((key) => about(key, 'close', { note }))
    if (to === 'ok') return [...before, about(alias, 'close', { note })]
    const priority = severityOf(alert) === 'critical' ? 'P1' : 'P3'
    const created = create({
      message: cut(headlineOf({ ...alert, acknowledged: null }), MESSAGE),
      alias,
      description: cut(`${text}\n${link}`, DESCRIPTION),
      tags: ['leafscan', network.slice(0, 50), to],
      details: {
        network,
        verdict: to,
        at,
        began,
        link,
        ...(runbook !== null && { runbook }),
        ...(slot !== null && { slot: String(slot) }),
      },
      entity: `${network} indexer`,
      source: SOURCE,
      priority,
    })
    // Creating an open alert again only increases its count.
    const more =
      at === firstBegan ? [] : [about(alias, 'priority', { priority }, 'PUT'), about(alias, 'notes', { note })]
    const taken = acknowledged ? [about(alias, 'acknowledge', { note })] : []
    return [...before, created, ...more, ...taken]
  }
}
