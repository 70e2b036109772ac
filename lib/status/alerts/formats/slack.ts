import { groupDigits } from '../../../format/numbers'
import { targetOf } from '../../../rpc-client/target'
import { cut, headlineOf, type Notice, sentencesOf } from '../alert'
import type { Outgoing } from '../deliver'

/** Characters of a header, of a section's text, and of the text that notifications show (Slack recommends no more). */
const HEADER = 150
const SECTION = 3_000
const TEXT = 4_000

/**
 * An incoming webhook of Slack: a message of blocks. A webhook cannot change what it posted, so each change is a message.
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
 * Text that is only text: the three characters that Slack reads are written as entities, and before a mark of formatting,
 * for which it has no escape, stands a character without width. https://docs.slack.dev/messaging/formatting-message-text
 */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, '\u200b$&')
}

/** An address between angle brackets: what stands there is formatted by nothing, so its underscores stay as they are. */
function address(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('|', '%7C')
}

/** Never cut within an entity. */
function cutEscaped(text: string, characters: number): string {
  let short = text
  while (escaped(short).length > characters) {
    const over = escaped(short).length - characters
    short = cut(short, short.length - Math.max(1, Math.floor(over / 5)))
  }
  return escaped(short)
}
