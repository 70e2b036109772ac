import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { WEBHOOK_FORMATS, type WebhookSetting } from '../../../platform/environment'
import { Endpoint } from '../../../upstream/networks/endpoint'
import type { Alert, AlertNotice } from '../alert'
import type { WebhookRequest } from '../deliver'
import { composerOf } from './formats'

type Format = WebhookSetting['format']

/** As receivers publish their URLs, with a key where the request has none. */
const URLS: Readonly<Record<Format, string>> = {
  plain: 'https://user:pass@hooks.example/x?k=1',
  slack: 'https://hooks.slack.com/services/T000/B000/XXXX',
  discord: 'https://discord.com/api/webhooks/1/token?wait=true',
  pagerduty: 'https://R0123456789012345678901234567890@events.pagerduty.com/v2/enqueue',
}

const BEGAN = '2026-11-20T09:00:00.000Z'
const FROZEN: Alert = {
  network: 'devnet',
  from: 'ok',
  to: 'frozen',
  at: BEGAN,
  confirmedAt: BEGAN,
  summary:
    'Slot 418,898,761 has not moved for a minute. The indexer says: <!channel> *see* [this](https://x.example) @everyone & more.',
  slot: 418_898_761,
  link: 'https://leafscan.example/status?cluster=devnet&from=2026-11-20T08:30:00Z&to=2026-11-20T09:30:00Z',
  runbook: 'https://leafscan.example/help/on-call?cluster=devnet#verdict-frozen',
  began: BEGAN,
  firstBegan: BEGAN,
  acknowledged: null,
  afterMaintenance: false,
}

const NOTICES: Readonly<Record<string, AlertNotice>> = {
  begins: { alert: FROZEN, missed: 0, over: [] },
  'gets worse': {
    alert: { ...FROZEN, from: 'frozen', to: 'unreachable', at: '2026-11-20T09:10:00.000Z', slot: null, runbook: null },
    missed: 2,
    over: ['leafscan-devnet-1763542800000'],
  },
  'is acknowledged': {
    alert: { ...FROZEN, acknowledged: { at: '2026-11-20T09:05:00.000Z', note: 'Ana: restarting it' } },
    missed: 0,
    over: [],
  },
  ends: {
    alert: {
      ...FROZEN,
      from: 'frozen',
      to: 'ok',
      at: '2026-11-20T09:20:00.000Z',
      summary: 'Indexer healthy. Up to date at slot 418,898,900.',
      slot: 418_898_900,
      runbook: null,
    },
    missed: 0,
    over: [],
  },
  'is still there after maintenance': { alert: { ...FROZEN, afterMaintenance: true }, missed: 0, over: [] },
}

const compose = (format: Format, notice: AlertNotice): WebhookRequest[] =>
  composerOf({ format, endpoint: new Endpoint({ url: URLS[format], path: 'base' }) })(notice)

/* The receivers' published shapes, strict: unknown members fail, lengths are their limits. */

const url = z.string().regex(/^https:\/\//)
/** https://docs.slack.dev/reference/block-kit/blocks, /block-kit/composition-objects/text-object, /formatting-message-text */
const mrkdwn = z.strictObject({
  type: z.literal('mrkdwn'),
  text: z.string().min(1).max(3_000),
  verbatim: z.boolean(),
})
const SLACK = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z.tuple([
    z.strictObject({
      type: z.literal('header'),
      text: z.strictObject({
        type: z.literal('plain_text'),
        text: z.string().min(1).max(150),
        emoji: z.boolean(),
      }),
    }),
    z.strictObject({ type: z.literal('section'), text: mrkdwn }),
    z.strictObject({ type: z.literal('context'), elements: z.array(mrkdwn).min(1).max(10) }),
  ]),
})

/** https://docs.discord.com/developers/resources/webhook#execute-webhook, /resources/message#embed-object-embed-limits */
const DISCORD = z.strictObject({
  username: z.string().min(1).max(80),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
  embeds: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(256),
        url,
        description: z.string().min(1).max(4_096),
        color: z.int().min(0).max(0xffffff),
        timestamp: z.iso.datetime(),
        footer: z.strictObject({ text: z.string().min(1).max(2_048) }).optional(),
      }),
    )
    .min(1)
    .max(10)
    .refine((embeds) => embeds.reduce((sum, embed) => sum + embed.title.length + embed.description.length, 0) <= 5_900),
})

/** https://developer.pagerduty.com/docs/send-alert-event */
const pagerdutyKey = { routing_key: z.string().length(32), dedup_key: z.string().min(1).max(255) }
const PAGERDUTY = z.discriminatedUnion('event_action', [
  z.strictObject({
    ...pagerdutyKey,
    event_action: z.literal('trigger'),
    client: z.string(),
    client_url: url,
    links: z.array(z.strictObject({ href: url, text: z.string() })),
    payload: z.strictObject({
      summary: z.string().min(1).max(1_024),
      source: z.string().min(1),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: z.iso.datetime(),
      component: z.string(),
      group: z.string(),
      class: z.string(),
      custom_details: z.record(z.string(), z.unknown()),
    }),
  }),
  z.strictObject({ ...pagerdutyKey, event_action: z.enum(['acknowledge', 'resolve']) }),
])

const PLAIN = z.strictObject({
  text: z.string(),
  network: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  at: z.iso.datetime(),
  confirmedAt: z.iso.datetime(),
  summary: z.string(),
  slot: z.int().nullable(),
  link: url,
  runbook: url.nullable(),
  missed: z.int(),
  incident: z.strictObject({ id: z.string(), began: z.iso.datetime() }),
  acknowledged: z.strictObject({ at: z.iso.datetime(), note: z.string() }).nullable(),
})

const PUBLISHED = { plain: PLAIN, slack: SLACK, discord: DISCORD, pagerduty: PAGERDUTY }

describe.each(WEBHOOK_FORMATS)('%s', (format) => {
  test.each(Object.keys(NOTICES))('an incident %s: the recorded requests', async (name) => {
    const notice = NOTICES[name]
    if (!notice) throw new Error(name)
    const requests = compose(format, notice).map(({ target, body }) => ({
      request: `POST ${target.secure ? 'https' : 'http'}://${target.hostname}${target.path}`,
      headers: target.headers,
      body: JSON.parse(body),
    }))
    const file = path.join(import.meta.dirname, 'fixtures', `${format} ${name}.json`.replaceAll(' ', '-'))
    await expect(`${JSON.stringify(requests, null, 2)}\n`).toMatchFileSnapshot(file)
  })

  test('has the published shape and its limits, whatever an indexer says', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }),
      fc.stringMatching(/^[*_~`|>#<&@:\\[\]()-]{1,30}$/),
    )
    const long = fc.tuple(text, fc.integer({ min: 1, max: 20_000 }))
    const notices = fc.record({
      alert: fc.record({
        network: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,300}$/),
        from: fc.constantFrom('ok', 'behind', null),
        to: fc.constantFrom('ok', 'degraded', 'behind', 'frozen', 'unreachable', 'limited', 'unknown'),
        at: fc.constantFrom(BEGAN, '2026-11-20T09:10:00.000Z'),
        confirmedAt: fc.constant('2026-11-20T09:10:05.000Z'),
        summary: long.map(([piece, chars]) => `Says: ${piece.repeat(Math.ceil(chars / piece.length))}`),
        slot: fc.option(fc.nat()),
        link: fc.constant(FROZEN.link),
        runbook: fc.constantFrom(FROZEN.runbook, null),
        began: fc.constant(BEGAN),
        firstBegan: fc.constant(BEGAN),
        acknowledged: fc.option(text.map((note) => ({ at: BEGAN, note }))),
        afterMaintenance: fc.boolean(),
      }) as fc.Arbitrary<Alert>,
      missed: fc.nat(5),
      over: fc.constantFrom([], ['leafscan-devnet-1763542800000']),
    })
    fc.assert(
      fc.property(notices, (notice) => {
        for (const request of compose(format, notice)) PUBLISHED[format].parse(JSON.parse(request.body))
      }),
      { numRuns: 60 },
    )
  })
})

test('an incident that is found to have begun earlier keeps its name', () => {
  const earlier = '2026-11-20T08:50:00.000Z'
  const notice = { alert: { ...FROZEN, from: 'behind', at: earlier, began: earlier } as const, missed: 0, over: [] }
  const alias = `leafscan-devnet-${Date.parse(BEGAN)}`
  const [body] = compose('plain', notice)
  expect(JSON.parse(body?.body ?? '')).toMatchObject({ at: earlier, incident: { id: alias, began: earlier } })
  const [event] = compose('pagerduty', notice)
  expect(JSON.parse(event?.body ?? '')).toMatchObject({
    dedup_key: alias,
    payload: { custom_details: { began: earlier } },
  })
})

test('a network with an underscore keeps its address in Slack', () => {
  const [request] = compose('slack', {
    alert: { ...FROZEN, link: 'https://leafscan.example/status?cluster=my_net&range=1h' },
    missed: 0,
    over: [],
  })
  expect(request?.body).toContain('<https://leafscan.example/status?cluster=my_net&amp;range=1h|Status>')
})

test.each([
  ['slack', ['<!channel>', ' *see*']],
  ['discord', [' *see*', ' [this](', ' @everyone']],
] as const)('%s reads nothing into the text of an indexer', (format, live) => {
  const [request] = compose(format, { alert: FROZEN, missed: 0, over: [] })
  expect(FROZEN.summary).toContain(live[0])
  for (const text of live) expect(request?.body).not.toContain(text)
})

test('the key of the URL stands where the receiver wants it, and nowhere else', () => {
  const [pagerduty] = compose('pagerduty', { alert: FROZEN, missed: 0, over: [] })
  expect(pagerduty?.target.headers).toEqual({})
  expect(pagerduty?.body).toContain('"routing_key":"R0123456789012345678901234567890"')
})
