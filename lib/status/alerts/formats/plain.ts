import { targetOf } from '../../../rpc-client/target'
import { headlineOf, incidentKey, type Notice, sentencesOf } from '../alert'
import type { Outgoing } from '../deliver'

/** `text` is what simple chat services display. docs/api.md, "Webhook". */
export function plain(url: URL): (notice: Notice) => Outgoing[] {
  return (notice) => {
    const { network, from, to, at, confirmedAt, summary, slot, link, runbook, began, acknowledged } = notice.alert
    const text = `${headlineOf(notice.alert)}. ${sentencesOf({ ...notice, missed: 0 })} ${link}`
    const incident = { id: incidentKey(notice.alert), began }
    const { missed } = notice
    const body = {
      text,
      network,
      from,
      to,
      at,
      confirmedAt,
      summary,
      slot,
      link,
      runbook,
      missed,
      incident,
      acknowledged,
    }
    return [{ target: targetOf(url), body: JSON.stringify(body) }]
  }
}
