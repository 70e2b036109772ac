import { groupDigits } from '../../../format/numbers'
import { targetOf } from '../../../rpc-client/target'
import { cut, headlineOf, type Notice, sentencesOf, severityOf } from '../alert'
import type { Outgoing } from '../deliver'

/** Characters. All texts of an embed together may have 6,000. */
const TITLE = 256
const DESCRIPTION = 4_096

const COLORS = { critical: 0xa8201a, warning: 0x8a5300, ok: 0x1a6b3c }

/**
 * One embed without mentions. https://docs.discord.com/developers/resources/webhook#execute-webhook,
 * https://docs.discord.com/developers/resources/message#embed-object-embed-limits
 */
export function discord(url: URL): (notice: Notice) => Outgoing[] {
  return (notice) => {
    const { alert } = notice
    const runbook = alert.runbook === null ? '' : `\n[What to do](${alert.runbook})`
    const body = {
      username: 'Leafscan',
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: cut(escaped(headlineOf(alert)), TITLE),
          url: alert.link,
          description: cut(escaped(sentencesOf(notice)), DESCRIPTION - runbook.length) + runbook,
          color: COLORS[severityOf(alert)],
          timestamp: alert.at,
          ...(alert.slot !== null && { footer: { text: `Slot ${groupDigits(alert.slot)}` } }),
        },
      ],
    }
    return [{ target: targetOf(url), body: JSON.stringify(body) }]
  }
}

function escaped(text: string): string {
  return text.replace(/[\\*_~`|>#[\]<@]/g, '\\$&')
}
