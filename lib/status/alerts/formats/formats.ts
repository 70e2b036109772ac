import 'server-only'
import { groupDigits } from '../../../format/numbers'
import { percentDecoded } from '../../../platform/percent-decoded'
import { targetOf } from '../../../rpc-client/target'
import type { AlertWebhook } from '../../../upstream/networks/networks'
import { type AlertNotice, headlineOf, incidentKey, noticeText, severityOf, truncate } from '../alert'
import type { WebhookRequest } from '../deliver'

const COMPOSERS: Readonly<Record<AlertWebhook['format'], (notice: AlertNotice, url: URL) => WebhookRequest[]>> = {
  plain: (notice, url) => [{ target: targetOf(url), body: JSON.stringify(plain(notice)) }],
  slack: (notice, url) => [{ target: targetOf(url), body: JSON.stringify(slack(notice)) }],
  discord: (notice, url) => [{ target: targetOf(url), body: JSON.stringify(discord(notice)) }],
  pagerduty(notice, url) {
    const routing_key = percentDecoded(url.username)
    const target = { ...targetOf(url), headers: {} }
    return pagerduty(notice).map((event) => ({ target, body: JSON.stringify({ routing_key, ...event }) }))
  },
}

export function composerOf({ endpoint, format }: AlertWebhook): (notice: AlertNotice) => WebhookRequest[] {
  return (notice) => endpoint.use((url) => COMPOSERS[format](notice, url))
}

/** Simple chat services display `text`. docs/api.md, "Webhook". */
function plain({ alert, missed }: AlertNotice): object {
  const { began, firstBegan: _, afterMaintenance: __, acknowledged, ...shown } = alert
  const text = `${headlineOf(alert)}. ${noticeText({ alert, missed: 0, over: [] })} ${alert.link}`
  return { text, ...shown, missed, incident: { id: incidentKey(alert), began }, acknowledged }
}

/**
 * Each change is a new message: webhooks cannot edit messages.
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, https://docs.slack.dev/reference/block-kit/blocks
 */
function slack(notice: AlertNotice): object {
  const { slot, at, link, runbook } = notice.alert
  const headline = headlineOf(notice.alert)
  const sentences = noticeText(notice)
  const facts = [
    ...(slot === null ? [] : [`Slot ${groupDigits(slot)}`]),
    slackEscaped(at),
    `<${slackAddress(link)}|Status>`,
    ...(runbook === null ? [] : [`<${slackAddress(runbook)}|What to do>`]),
  ]
  return {
    text: slackCut(`${headline}. ${sentences}`, 4_000),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: truncate(slackEscaped(headline), 150), emoji: false } },
      { type: 'section', text: { type: 'mrkdwn', text: slackCut(sentences, 3_000), verbatim: true } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: facts.join(' · '), verbatim: true }] },
    ],
  }
}

/**
 * Escapes Slack's three special characters, and puts a zero-width character after formatting marks, which have no escape.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
function slackEscaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, '\u200b$&')
}

/** Between angle brackets only `&` needs escaping; our URLs have `<` and `>` percent-encoded. */
function slackAddress(url: string): string {
  return url.replaceAll('&', '&amp;')
}

/** Does not cut inside an entity. */
function slackCut(text: string, characters: number): string {
  return truncate(slackEscaped(text), characters).replace(/&[a-z]*…$/, '…')
}

const DISCORD_COLORS = { critical: 0xa8201a, warning: 0x8a5300, ok: 0x1a6b3c }

/**
 * One embed without mentions; Discord allows 6,000 characters in all its texts together.
 * https://docs.discord.com/developers/resources/webhook#execute-webhook,
 * https://docs.discord.com/developers/resources/message#embed-object-embed-limits
 */
function discord(notice: AlertNotice): object {
  const { alert } = notice
  const escaped = (text: string) => text.replace(/[\\*_~`|>#[\]<@]/g, '\\$&')
  const runbook = alert.runbook === null ? '' : `\n[What to do](${alert.runbook})`
  const embed = {
    title: truncate(escaped(headlineOf(alert)), 256),
    url: alert.link,
    description: truncate(escaped(noticeText(notice)), 4_096 - runbook.length) + runbook,
    color: DISCORD_COLORS[severityOf(alert)],
    timestamp: alert.at,
    ...(alert.slot !== null && { footer: { text: `Slot ${groupDigits(alert.slot)}` } }),
  }
  return { username: 'Leafscan', allowed_mentions: { parse: [] }, embeds: [embed] }
}

/**
 * Events API v2: one alert per incident, by `dedup_key`. `https://<routing key>@events.pagerduty.com/v2/enqueue`.
 * https://developer.pagerduty.com/docs/send-alert-event
 */
function pagerduty(notice: AlertNotice): object[] {
  const { alert, missed, over } = notice
  const { network, from, to, at, slot, link, runbook, began, acknowledged } = alert
  const dedup_key = incidentKey(alert)
  const before = over.map((key) => ({ event_action: 'resolve', dedup_key: key }))
  if (to === 'ok') return [...before, { event_action: 'resolve', dedup_key }]
  const trigger = {
    event_action: 'trigger',
    dedup_key,
    client: 'Leafscan',
    client_url: link,
    links: [{ href: link, text: 'Status' }, ...(runbook === null ? [] : [{ href: runbook, text: 'What to do' }])],
    payload: {
      summary: truncate(`${headlineOf(alert)}. ${noticeText(notice)}`, 1_024),
      source: `${network} indexer`,
      severity: severityOf(alert) === 'critical' ? 'critical' : 'warning',
      timestamp: at,
      component: 'indexer',
      group: network,
      class: to,
      custom_details: { network, from, to, slot, began, missed, ...(acknowledged && { note: acknowledged.note }) },
    },
  }
  return [...before, trigger, ...(acknowledged ? [{ event_action: 'acknowledge', dedup_key }] : [])]
}
