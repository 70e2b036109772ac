import http from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { folderOfTest, portOfTest } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { answerIncident } from '../../status/incident-api'
import { metrics } from '../metrics/metrics'
import type { NoteRequest } from './messages'
import { answerNotes, answerTestAlert } from './notes'

const TOKEN = 'a token of sixteen characters or more'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NONE = { id: '', from: '', to: '' }
const explorer = explorerPerTest()

beforeEach(async () => {
  vi.stubEnv('DATA_DIR', folderOfTest())
  vi.stubEnv('PROBE_SECONDS', '5')
  vi.stubEnv('OPERATOR_TOKEN', TOKEN)
  await explorer.restart()
})

function ask(method: string, place: NoteRequest['path'], body: object | string = '', query = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = answerNotes({ method, path: place, query, authorization: `Bearer ${TOKEN}`, body: text })
  return { status: answer?.status, body: JSON.parse(answer?.text ?? 'null') }
}

async function statusOf(cluster = 'near') {
  return (await explorer.get(`status?cluster=${cluster}&samples=0`)).body
}

const iso = (ms = 0) => new Date(explorer.clock.wall() + ms).toISOString()

describe('who may', () => {
  const request = (authorization: string | null) =>
    answerNotes({ method: 'GET', path: '/maintenance', query: '', authorization, body: '' })

  test.each([
    null,
    '',
    'Bearer',
    `Bearer ${TOKEN}x`,
    `Bearer x${TOKEN}`,
    `Basic ${TOKEN}`,
    TOKEN,
    `Bearer ${TOKEN.toUpperCase()}`,
  ])('a request with %j is refused', (authorization) => {
    const answer = request(authorization)
    expect([answer?.status, answer?.headers]).toEqual([401, { 'www-authenticate': 'Bearer' }])
    expect(answer?.text).not.toContain('windows')
  })

  test('the token opens it; without OPERATOR_TOKEN nothing does', async () => {
    expect(request(`Bearer ${TOKEN}`)?.status).toBe(200)
    vi.stubEnv('OPERATOR_TOKEN', '')
    await explorer.restart()
    expect(request(`Bearer ${TOKEN}`)).toBeNull()
    expect(request('Bearer ')).toBeNull()
  })
})

describe('a maintenance window', () => {
  test('is shown with its note while it is open, changes no verdict, and is a metric', async () => {
    await statusOf()
    const from = iso(MINUTE)
    const made = ask('POST', '/maintenance', { network: 'near', from, minutes: 2, note: ' New disk ' })
    expect(made).toMatchObject({
      status: 201,
      body: { windows: [{ network: 'near', from, to: iso(3 * MINUTE), note: 'New disk', open: false }] },
    })
    expect(await statusOf()).toMatchObject({ verdict: 'ok', maintenance: null })
    await explorer.clock.pass(MINUTE)
    expect(await statusOf()).toMatchObject({ maintenance: { from, note: 'New disk' } })
    expect(await statusOf('far')).toMatchObject({ maintenance: null })
    const scraped = await metrics().text()
    expect(scraped).toContain('leafscan_maintenance{upstream="near"} 1')
    expect(scraped).toContain('leafscan_maintenance{upstream="far"} 0')
    explorer.indexer.fail(FAULTS.serverError)
    for (let check = 0; check < 3; check++) await explorer.passCheck()
    expect(await statusOf()).toMatchObject({ verdict: 'unreachable', maintenance: { note: 'New disk' } })
    expect((await explorer.get('health?strict=1')).status).toBe(503)
    await explorer.clock.pass(2 * MINUTE)
    expect(await statusOf()).toMatchObject({ maintenance: null })
  })

  test('of all networks is one of each; it is listed, ended early, and outlives a restart', async () => {
    const { body } = ask('POST', '/maintenance', { network: 'all', minutes: 60, note: 'Move' })
    const [{ id }] = body.windows
    expect(await statusOf('far')).toMatchObject({ maintenance: { note: 'Move' } })
    await explorer.restart()
    expect(await statusOf('near')).toMatchObject({ maintenance: { note: 'Move' } })
    await explorer.clock.pass(10_000)
    const ended = ask('DELETE', '/maintenance', '', `id=${id}`)
    expect(ended).toMatchObject({ status: 200, body: { windows: [{ to: iso(), open: false }] } })
    expect(await statusOf('near')).toMatchObject({ maintenance: null })
    expect(ask('GET', '/maintenance').body.windows).toMatchObject([{ id, network: 'all', note: 'Move' }])
    expect(ask('DELETE', '/maintenance', '', `id=${id}`).status).toBe(409)
    expect(ask('DELETE', '/maintenance', '', 'id=999').status).toBe(404)
  })

  test('that is still ahead is removed', () => {
    const { body } = ask('POST', '/maintenance', { network: 'far', from: iso(MINUTE), minutes: 5, note: 'x' })
    ask('DELETE', '/maintenance', '', `id=${body.windows[0].id}`)
    expect(ask('GET', '/maintenance').body.windows).toEqual([])
  })

  test.each<[object | string, RegExp]>([
    ['', /JSON/],
    ['[]', /body/],
    [{ network: 'near', minutes: 5 }, /^note/],
    [{ network: 'near', minutes: 5, note: '  ' }, /^note/],
    [{ network: 'near', minutes: 5, note: 'x'.repeat(501) }, /^note/],
    [{ network: 'nowhere', minutes: 5, note: 'x' }, /^network: must be one of near, far, all/],
    [{ network: 'near', note: 'x' }, /either/],
    [{ network: 'near', note: 'x', minutes: 0 }, /^minutes/],
    [{ network: 'near', note: 'x', minutes: 7 * 24 * 60 + 1 }, /seven days/],
    [{ network: 'near', note: 'x', to: '2026-11-19T00:00:00Z' }, /^to/],
    [{ network: 'near', note: 'x', from: '2026-11-19T22:00:00Z', to: '2026-11-21T00:00:00Z' }, /^from/],
    [{ network: 'near', note: 'x', from: '2027-11-19T22:00:00Z', minutes: 1 }, /^from/],
    [{ network: 'near', note: 'x', minutes: 5, until: 1 }, /until/],
  ])('%j is refused with what is wrong', (body, wrong) => {
    const answer = ask('POST', '/maintenance', body)
    expect(answer).toEqual({ status: 400, body: { error: expect.stringMatching(wrong) } })
    expect(ask('GET', '/maintenance').body.windows).toEqual([])
  })
})

describe('an acknowledgement', () => {
  test('is of an incident: shown while it lasts, and gone with it', async () => {
    await statusOf()
    expect(ask('POST', '/acknowledge', { network: 'near', note: 'On it' })).toMatchObject({ status: 409 })
    explorer.indexer.fail(FAULTS.serverError)
    for (let check = 0; check < 3; check++) await explorer.passCheck()
    const made = ask('POST', '/acknowledge', { network: 'near', note: 'Ana: restarting it' })
    expect(made).toMatchObject({ status: 201, body: { acknowledgements: [{ network: 'near', at: iso() }] } })
    expect(await statusOf()).toMatchObject({ acknowledged: { at: iso(), note: 'Ana: restarting it' } })
    const range = `from=${iso(-10 * MINUTE)}&to=${iso()}`
    const history = await explorer.get(`status/history?cluster=near&${range}`)
    const incidents = history.body?.incidents as { from: string }[]
    const [incident] = incidents
    expect(history.body?.notes).toEqual([
      { kind: 'acknowledgement', from: incident?.from, to: iso(), note: 'Ana: restarting it' },
    ])
    const csv = await explorer.get(`status/history?cluster=near&${range}&format=csv`)
    expect(csv.text).toContain(`# acknowledgement ${incident?.from} to ${iso()}: Ana: restarting it`)
    explorer.indexer.fail(null)
    for (let check = 0; check < 4; check++) {
      explorer.indexer.data.slot++
      await explorer.passCheck()
    }
    expect(await statusOf()).toMatchObject({ verdict: 'ok', acknowledged: null })
    explorer.indexer.fail(FAULTS.serverError)
    for (let check = 0; check < 3; check++) await explorer.passCheck()
    expect(await statusOf()).toMatchObject({ verdict: 'unreachable', acknowledged: null })
  })

  test('may be withdrawn', async () => {
    explorer.indexer.fail(FAULTS.serverError)
    await statusOf()
    const { body } = ask('POST', '/acknowledge', { network: 'all', note: 'x' })
    expect(body.acknowledgements.length).toBeGreaterThan(0)
    for (const { id } of body.acknowledgements) ask('DELETE', '/acknowledge', '', `id=${id}`)
    expect(await statusOf()).toMatchObject({ acknowledged: null })
  })
})

describe('a note', () => {
  test('is added to an incident that is over, shown in all its forms, and removed', async () => {
    await statusOf()
    explorer.indexer.fail(FAULTS.serverError)
    for (let check = 0; check < 3; check++) await explorer.passCheck()
    explorer.indexer.fail(null)
    for (let check = 0; check < 4; check++) {
      explorer.indexer.data.slot++
      await explorer.passCheck()
    }
    const { body } = await explorer.get(`status/history?cluster=near&from=${iso(-10 * MINUTE)}`)
    const [{ id, from, to } = NONE] = (body?.incidents ?? []) as (typeof NONE)[]
    await explorer.clock.pass(HOUR)
    const note = `Root cause: <b>a key | that\nhad expired</b>.${'é'.repeat(1_900)}`
    const made = ask('POST', '/incident-note', { id, note })
    expect(made).toMatchObject({ status: 201, body: { notes: [{ network: 'near', incident: id, at: iso(), note }] } })
    expect(ask('POST', '/incident-note', { id, note: 'x'.repeat(2_001) }).status).toBe(400)
    const unknown = ask('POST', '/incident-note', { id: 'leafscan-near-1', note })
    expect(unknown).toMatchObject({ status: 404, body: { error: expect.stringContaining('dropped') } })
    const read = (format: string) => answerIncident(`/status/incident/${id}.${format}`, new URLSearchParams())
    const text = (format: string) => read(format).content.plain.bytes.toString()
    const document = JSON.parse(text('json'))
    expect(document).toMatchObject({ id, began: from, ended: to, notes: [{ kind: 'note', to: iso(), note }] })
    expect(document.cause).toContain('HTTP 5')
    expect(text('md')).toContain('Root cause: \\<b\\>a key \\| that\\\n  had expired')
    expect(text('md')).toContain(from.slice(11, 19))
    const range = `from=${from}&to=${iso()}`
    expect((await explorer.get(`status/history?cluster=near&${range}`)).body?.notes).toHaveLength(1)
    ask('DELETE', '/incident-note', '', `id=${made.body.notes[0].id}`)
    expect(JSON.parse(text('json')).notes).toEqual([])
    expect(() => answerIncident('/status/incident/x.md', new URLSearchParams())).toThrow(/An id looks like/)
  })
})

test('other methods are refused', () => {
  expect(ask('PUT', '/maintenance').status).toBe(405)
})

test('where the history cannot be written, that is what the operator reads', async () => {
  vi.stubEnv('DATA_DIR', '/dev/null')
  await explorer.restart()
  expect(ask('POST', '/maintenance', { network: 'near', minutes: 5, note: 'x' })).toEqual({
    status: 503,
    body: { error: expect.stringContaining('DATA_DIR') },
  })
})

describe('a test of the webhook', () => {
  const ask = (method = 'POST') =>
    answerTestAlert({ method, path: '/test-alert', query: '', authorization: `Bearer ${TOKEN}`, body: '' })

  async function receiver(status: number): Promise<Record<string, unknown>[]> {
    const got: Record<string, unknown>[] = []
    const server = http.createServer(async (request, response) => {
      got.push(JSON.parse(await text(request)))
      response.writeHead(status).end()
    })
    vi.stubEnv('ALERT_WEBHOOK', `http://127.0.0.1:${await portOfTest(server)}/hook`)
    await explorer.restart()
    return got
  }

  test('sends an incident of its own and its end, says what became of them, and changes nothing else', async () => {
    const got = await receiver(200)
    expect(await ask()).toMatchObject({ status: 200 })
    expect(got).toMatchObject([
      { network: 'TEST', to: 'unreachable', summary: expect.stringContaining('no indexer failed') },
      { network: 'TEST', to: 'ok', summary: expect.stringContaining('over') },
    ])
    const ids = got.map(({ incident }) => (incident as { id: string }).id)
    expect(new Set(ids).size).toBe(1)
    expect((await explorer.get('status/history?cluster=near')).body).toMatchObject({ incidents: [], notes: [] })
    expect(await statusOf()).toMatchObject({ verdict: 'ok', maintenance: null, acknowledged: null })
  })

  test('says that a message was refused, that none is configured, and takes POST alone', async () => {
    await receiver(500)
    const refused = await ask()
    expect(refused?.status).toBe(502)
    expect(refused?.text).toContain('{"to":"unreachable","delivered":false,"outcome":"http_500"}')
    expect(await metrics().text()).toContain('\nleafscan_webhook_delivering 0\n')
    await receiver(200)
    await ask()
    expect(await metrics().text()).toContain('\nleafscan_webhook_delivering 1\n')
    expect(await ask('GET')).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    vi.stubEnv('ALERT_WEBHOOK', '')
    await explorer.restart()
    expect((await ask())?.status).toBe(409)
  })
})
