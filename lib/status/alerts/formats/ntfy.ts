import { percentDecoded } from '../../../platform/percent-decoded'
import { targetOf } from '../../../rpc-client/target'
import { cutBytes, headlineOf, type Notice, sentencesOf, severityOf } from '../alert'
import type { Outgoing } from '../deliver'

/** Bytes: a longer message becomes an attached file. */
const MESSAGE = 4_096
const TITLE = 250

/** 1 to 5; 3 is the default. */
const PRIORITIES = { critical: 5, warning: 4, ok: 3 }

const TAGS = { critical: 'rotating_light', warning: 'warning', ok: 'white_check_mark' }

/**
 * JSON to the root of the server in `https://ntfy.sh/<topic>`; protected topics with `<user>:<password>@` or `:<token>@`.
 * https://docs.ntfy.sh/publish/#publish-as-json
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
      // An acknowledgement must not wake anyone.
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
