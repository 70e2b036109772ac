import { groupDigits } from '../../../format/numbers'
import { targetOf } from '../../../rpc-client/target'
import { cut, headlineOf, type Notice, sentencesOf } from '../alert'
import type { Outgoing } from '../deliver'

/** Characters; the limit of notification text is a recommendation. */
const HEADER = 150
const SECTION = 3_000
const TEXT = 4_000

/**
 * A webhook cannot edit its message, so each change is a new one.
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, https://docs.slack.dev/reference/block-kit/blocks
 */
export function slack(url: URL): (notice: Notice) => Outgoing[] {
  return (notice) => {
    const { alert } = notice
    const headline = headlineOf(alert)
    const sentences = sentencesOf(notice)
    const runbook = alert.runbook === null ? '' : ` · <${address(alert.runbook)}|What to do>`
    const at = alert.slot === null ? '' : `Slot ${groupDigits(alert.slot)} · `
    const body = {
      text: cutEscaped(`${headline}. ${sentences}`, TEXT),
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: cut(escaped(headline), HEADER), emoji: false } },
        { type: 'section', text: { type: 'mrkdwn', text: cutEscaped(sentences, SECTION), verbatim: true } },
        {
          type: 'context',
          elements: [
            {
              type: 'mrkdwn',
              text: `${at}${escaped(alert.at)} · <${address(alert.link)}|Status>${runbook}`,
              verbatim: true,
            },
          ],
        },
      ],
    }
    return [{ target: targetOf(url), body: JSON.stringify(body) }]
  }
}

/**
 * Entities for Slack's three special characters; Slack has no escape for formatting marks, so each gets a zero-width character.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, '\u200b$&')
}

/** Nothing is formatted between angle brackets, so underscores need no escape. */
function address(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('|', '%7C')
}

function cutEscaped(text: string, characters: number): string {
  let short = text
  while (escaped(short).length > characters) {
    const over = escaped(short).length - characters
    short = cut(short, short.length - Math.max(1, Math.floor(over / 5)))
  }
  return escaped(short)
}
