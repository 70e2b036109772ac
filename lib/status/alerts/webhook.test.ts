import { expect, test } from 'vitest'
import { logOfTest } from '@/lib/testing/log-of-test'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Alert } from './alert'
import type { DeliveryResult } from './deliver'
import { Webhook, webhookState } from './webhook'

const OK: DeliveryResult = { delivered: true, outcome: 'http_200', retryAfterMs: null }
const BAD: DeliveryResult = { delivered: false, outcome: 'http_500', retryAfterMs: null }

const clock = virtualTime()
const { lines } = logOfTest()

const alert = (to: Alert['to'], network = 'devnet'): Alert => ({
  network,
  from: 'ok',
  to,
  at: '2026-11-20T09:00:00.000Z',
  confirmedAt: '2026-11-20T09:01:00.000Z',
  summary: 'Slot 5 has not moved for a minute.',
  slot: 5,
  link: 'https://leafscan.example/status?cluster=devnet',
  runbook: null,
  began: '2026-11-20T09:00:00.000Z',
  firstBegan: '2026-11-20T09:00:00.000Z',
  acknowledged: null,
  afterMaintenance: false,
})

function receiver(...answers: (DeliveryResult | Promise<DeliveryResult>)[]) {
  const got: { atMs: number; body: Alert & { missed: number }; over: readonly string[] }[] = []
  const webhook = new Webhook(
    async ({ alert, missed, over }) => {
      got.push({ atMs: clock.monotonic(), body: { ...alert, missed }, over })
      return (await answers.shift()) ?? OK
    },
    undefined,
    () => 0.5,
  )
  return { webhook, got }
}

test('a change is told once, with all that is known of it', async () => {
  const { webhook, got } = receiver()
  webhook.report(alert('frozen'))
  await clock.runTo(600_000)
  expect(webhookState().delivered).toBe(true)
  expect(got.map(({ body }) => body)).toEqual([{ ...alert('frozen'), missed: 0 }])
  expect(lines()).toMatchObject([
    { level: 'info', msg: 'webhook delivered', upstream: 'devnet', to: 'frozen', attempt: 1 },
  ])
})

test('five tries, later and later, then it is given up and said so', async () => {
  const { webhook, got } = receiver(BAD, BAD, BAD, BAD, BAD)
  webhook.report(alert('frozen'))
  await clock.runTo(3_600_000)
  expect(got.map(({ atMs }) => atMs)).toEqual([0, 2_000, 10_000, 42_000, 170_000])
  expect(lines().map(({ msg }) => msg)).toEqual([...Array(4).fill('webhook failed'), 'webhook given up'])
  expect(lines().at(-1)).toMatchObject({ level: 'error', outcome: 'http_500', attempt: 5 })
  expect(webhookState().delivered).toBe(false)
})

test('pauses vary, and a receiver may ask for longer ones', async () => {
  const times: number[] = []
  const webhook = new Webhook(
    async () => {
      times.push(clock.monotonic())
      return times.length === 2 ? { ...BAD, retryAfterMs: 60_000 } : times.length > 2 ? OK : BAD
    },
    undefined,
    () => 1,
  )
  webhook.report(alert('frozen'))
  await clock.runTo(600_000)
  expect(times).toEqual([0, 2_500, 62_500])
})

test('the newest state wins, says how many it stands for, and gets all its tries', async () => {
  const { webhook, got } = receiver(BAD, BAD, BAD, BAD, BAD, BAD)
  webhook.report(alert('behind'))
  await clock.runTo(15_000)
  webhook.report(alert('frozen'))
  await clock.runTo(15_500)
  webhook.report(alert('ok'))
  await clock.runTo(600_000)
  expect(got.slice(0, 5).map(({ body }) => body.to)).toEqual(['behind', 'behind', 'behind', 'frozen', 'ok'])
  expect(got.at(-1)?.body).toMatchObject({ to: 'ok', missed: 2 })
  expect(lines().at(-1)).toMatchObject({ msg: 'webhook delivered' })
})

test('what comes while one is on its way follows it, and misses nothing', async () => {
  let arrive: (tried: DeliveryResult) => void = () => {}
  const { webhook, got } = receiver(new Promise((resolve) => (arrive = resolve)))
  webhook.report(alert('frozen'))
  webhook.report(alert('ok'))
  await clock.runTo(1_000)
  expect(got).toHaveLength(1)
  arrive(OK)
  await clock.runTo(2_000)
  expect(got.map(({ body }) => [body.to, body.missed])).toEqual([
    ['frozen', 0],
    ['ok', 0],
  ])
})

test('what was given up is counted by what arrives next', async () => {
  const { webhook, got } = receiver(BAD, BAD, BAD, BAD, BAD)
  webhook.report(alert('frozen'))
  await clock.runTo(600_000)
  webhook.report(alert('ok'))
  await clock.runTo(700_000)
  webhook.report(alert('behind'))
  await clock.runTo(800_000)
  expect(got.slice(-2).map(({ body }) => [body.to, body.missed])).toEqual([
    ['ok', 1],
    ['behind', 0],
  ])
})

test('networks do not wait for each other', async () => {
  const { webhook, got } = receiver(new Promise(() => {}))
  webhook.report(alert('frozen', 'devnet'))
  webhook.report(alert('frozen', 'testnet'))
  await clock.runTo(1_000)
  expect(got.map(({ body }) => body.network)).toEqual(['devnet', 'testnet'])
})

test('an incident that was never ended for the receiver is ended with the next thing that it is told', async () => {
  const { webhook, got } = receiver(OK, BAD)
  const second = { firstBegan: '2026-11-20T10:00:00.000Z', at: '2026-11-20T10:00:00.000Z' }
  webhook.report(alert('frozen'))
  webhook.report(alert('ok'))
  await clock.runTo(1_000)
  webhook.report({ ...alert('behind'), ...second })
  await clock.runTo(600_000)
  webhook.report({ ...alert('ok'), ...second })
  await clock.runTo(700_000)
  const first = `leafscan-devnet-${Date.parse('2026-11-20T09:00:00.000Z')}`
  expect(got.map(({ body, over }) => [body.to, over])).toEqual([
    ['frozen', []],
    ['ok', []],
    ['behind', [first]],
    ['ok', []],
  ])
})

test('an incident that an earlier process announced is ended with what the receiver is told of another', async () => {
  const { webhook, got } = receiver()
  webhook.report(alert('behind'), 'leafscan-devnet-1')
  await clock.runTo(1_000)
  expect(got.map(({ over }) => over)).toEqual([['leafscan-devnet-1']])
})

test('that somebody took an incident over is told, and is no change that was missed', async () => {
  const { webhook, got } = receiver(BAD)
  webhook.report(alert('frozen'))
  await clock.runTo(1_000)
  webhook.report({ ...alert('frozen'), acknowledged: { at: '2026-11-20T09:05:00.000Z', note: 'On it' } })
  await clock.runTo(600_000)
  expect(got.map(({ body }) => [body.to, body.acknowledged?.note, body.missed])).toEqual([
    ['frozen', undefined, 0],
    ['frozen', 'On it', 0],
  ])
})
