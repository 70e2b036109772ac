import { percentDecoded } from '../../../platform/percent-decoded'
import { targetOf } from '../../../rpc-client/target'
import { cutBytes, headlineOf, type Notice, sentencesOf, severityOf } from '../alert'
import type { Outgoing } from '../deliver'

/** Bytes of a message; a longer one would become an attached file. */
const MESSAGE = 4_096
const TITLE = 250

/** From 1 to 5; 3 is the usual one. */
const PRIORITIES = { critical: 5, warning: 4, ok: 3 }

/** Names of emoji, by which the messages of a topic can be told apart at a glance. */
const TAGS = { critical: 'rotating_light', warning: 'warning', ok: 'white_check_mark' }

/**
 * ntfy, published as JSON to the root of the server that the topic's URL names: `https://ntfy.sh/<topic>`; of a protected topic
 * with `<user>:<password>@` or, for an access token, `:<token>@`. https://docs.ntfy.sh/publish/#publish-as-json
 */
export function ntfy(url: URL): (notice: Notice) => Outgoing[] {
  const [, root = '/', topic = ''] = /^(.*\/)([^/]+)\/*$/.exec(url.pathname) ?? []
  const target = { ...targetOf(url), path: root + url.search }
  return (notice) => {
    const { alert } = notice
    const severity = severityOf(alert)
    const body = {
      topic: percentDecoded(topic),
      title: cutBytes(headlineOf(alert), TITLE),
      message: cutBytes(sentencesOf(notice), MESSAGE),
      // Somebody has taken it over: nobody needs to be woken for that.
      priority: alert.acknowledged ? PRIORITIES.ok : PRIORITIES[severity],
      tags: [TAGS[severity]],
      click: alert.link,
      actions: [
        { action: 'view', label: 'Status', url: alert.link },
        ...(alert.runbook === null ? [] : [{ action: 'view', label: 'What to do', url: alert.runbook }]),
      ],
    }
    return [{ target, body: JSON.stringify(body) }]
  }
}
