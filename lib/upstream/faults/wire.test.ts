import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, expectFault, fill, SIGNATURES } from '@/lib/testing/api/fault-row'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { startStandIn } from '@/lib/testing/stand-in/stand-in'
import { countUnpacked } from '@/lib/testing/unpacked'
import { until } from '@/lib/testing/until'

const explorer = explorerPerTest()

const UNVERIFIABLE = { status: 502, code: 'schema_mismatch', calls: 1, outcome: 'schema' } as const
const UNREADABLE = { status: 502, code: 'bad_upstream_response', calls: 2, outcome: 'malformed' } as const
const TOO_LARGE = { status: 502, code: 'too_large', calls: 1, outcome: 'too_large' } as const

function envelope(members: Record<string, unknown>): Fault {
  return { kind: 'edit', edit: (answer) => JSON.stringify({ ...JSON.parse(answer), ...members }) }
}

function text(edit: (answer: string) => string): Fault {
  return { kind: 'edit', edit }
}

async function expectAnswer(fault: Fault, path = ACCOUNTS): Promise<string> {
  fill(explorer)
  explorer.indexer.fail(fault)
  const response = await explorer.get(path)
  expect(response.status).toBe(200)
  expect(explorer.indexer.callCount).toBe(1)
  return response.text
}

describe('envelopes', () => {
  test.each<[string, Fault]>([
    ['result and error', envelope({ error: { code: -32000, message: 'x' } })],
    ['neither', envelope({ result: undefined })],
    ['only error: null', envelope({ result: undefined, error: null })],
    ['error as text', envelope({ result: undefined, error: 'no' })],
    ['only result: null', envelope({ result: null })],
  ])('F13 %s: 502 after one call, nothing kept', async (_, fault) => {
    await expectFault(explorer, fault, UNVERIFIABLE)
  })

  test('F13 a good result beside error: null is an answer', async () => {
    await expectAnswer(envelope({ error: null }))
  })

  test.each<[string, Fault]>([
    ['another id', envelope({ id: 'somebody-else' })],
    ['a number as id', envelope({ id: 1 })],
    ['JSON-RPC 1.0', envelope({ jsonrpc: '1.0' })],
  ])('F14 %s: 502 after one call, nothing kept', async (_, fault) => {
    await expectFault(explorer, fault, UNVERIFIABLE)
  })

  test('F14 the id null beside an error is an error like any other', async () => {
    const fault = envelope({ id: null, result: undefined, error: { code: -32000, message: 'Internal server error' } })
    await expectFault(explorer, fault, { status: 502, code: 'upstream_error', calls: [1, 2], outcome: 'rpc_internal' })
  })

  test.each([
    ['null', (value: object) => value],
    ['absent', (value: object) => JSON.parse(JSON.stringify(value, (_, member) => member ?? undefined))],
  ])('F14 every optional member %s: the same answer', async (_, edit) => {
    const answer = await expectAnswer(text((right) => JSON.stringify(edit(JSON.parse(right)))))
    expect(answer).toContain('"address":null')
    expect(answer).toContain('"cursor":null')
  })
})

describe('bodies', () => {
  test.each<[string, Fault]>([
    ['empty', FAULTS.empty],
    ['{', { kind: 'reply', status: 200, body: '{' }],
    ['JSON with more behind it', text((answer) => `${answer} x`)],
    ['HTML', FAULTS.htmlWith200],
    ['not UTF-8', { kind: 'reply', status: 200, body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }],
  ])('F15 a body that is %s: 502 after two calls, nothing kept', async (_, fault) => {
    await expectFault(explorer, fault, UNREADABLE)
  })

  test('F15 a byte order mark in front is no harm', async () => {
    await expectAnswer(text((answer) => `\uFEFF${answer}`))
  })

  test('F18 JSON that calls itself HTML is an answer', async () => {
    await expectAnswer({
      kind: 'reply',
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1},"value":{"items":[]}}}',
    })
  })

  test.each<[string, (answer: string) => string]>([
    ['an unknown member', (answer) => answer.replace('"context"', `"deep":${nested('1')},"context"`)],
    [
      'an unknown member with long integers',
      (answer) => answer.replace('"context"', `"deep":${nested(LONG)},"context"`),
    ],
    ['a row', (answer) => answer.replace(/"items":\[/, `"items":[${nested('1')},`)],
    ['everything', () => nested('1')],
  ])('F34 200,000 levels deep, in %s: ignored or refused, and the next question is answered', async (_, edit) => {
    fill(explorer)
    explorer.indexer.fail(text(edit))
    const response = await explorer.get(ACCOUNTS)
    expect([200, 502]).toContain(response.status)
    expect(response.text).not.toContain('[[[[')
    explorer.indexer.fail(null)
    expect((await explorer.get('getIndexerSlot')).status).toBe(200)
  })

  test('F34 members named __proto__ and constructor change no prototype and are not passed on', async () => {
    const evil = '"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}'
    const answer = await expectAnswer(text((right) => right.replaceAll(/\{(?=")/g, `{${evil},`)))
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(answer).not.toContain('polluted')
    expect(JSON.parse(answer).result.value.items).toHaveLength(3)
  })
})

const LONG = '18446744073709551615'
const DEPTH = 200_000

function nested(inner: string): string {
  return '['.repeat(DEPTH) + inner + ']'.repeat(DEPTH)
}

const CAP = 12 * 1024 * 1024

describe('sizes', () => {
  test('F25 200 kB of gzip that are 200 MB: 502 at the cap, and no more is unpacked', async () => {
    const unpacked = countUnpacked()
    await expectFault(explorer, { kind: 'gzip-bomb', bytes: 200 * 1024 * 1024 }, TOO_LARGE, SIGNATURES)
    expect(unpacked()).toBeGreaterThan(CAP)
    expect(unpacked()).toBeLessThan(CAP + 1024 * 1024)
  })

  test.each([2, 6])('F26 packed %i times: 502', async (times) => {
    let body = Buffer.from('{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1},"value":{"items":[]}}}')
    for (let i = 0; i < times; i++) body = gzipSync(body)
    const encoding = Array.from({ length: times }, () => 'gzip').join(', ')
    const headers = { 'content-encoding': encoding }
    await expectFault(explorer, { kind: 'reply', status: 200, headers, body }, UNREADABLE)
  })

  test.each<[string, Fault]>([
    ['13 MB', { kind: 'reply', status: 200, body: Buffer.alloc(13 * 1024 * 1024, '0') }],
    ['an endless body', { kind: 'endless' }],
  ])('F27 %s: 502 at the cap, and the connection is dropped', async (_, fault) => {
    fill(explorer)
    explorer.indexer.fail(fault)
    const far = `${SIGNATURES}&cluster=far`
    const response = await explorer.get(far)
    expect({ status: response.status, code: response.body?.code }).toEqual({ status: 502, code: 'too_large' })
    expect(explorer.indexer.callCount).toBe(1)
    await until(() => explorer.link.openConnections === 0)
    // The excess is what was already inside sockets at the cap.
    expect(explorer.link.bytesDown).toBeLessThan(CAP + 8 * 1024 * 1024)
    explorer.indexer.fail(null)
    explorer.clock.skip(120_000)
    expect((await explorer.get(far)).status).toBe(200)
  })

  test('F27 a list that is too large is asked for in smaller chunks, four calls at most', async () => {
    await expectFault(
      explorer,
      { kind: 'endless' },
      { status: 502, code: 'too_large', calls: [2, 4], outcome: 'too_large' },
    )
  })
})

describe('HTTP', () => {
  test.each<[string, Fault]>([
    ['32 kB of headers', { kind: 'reply', status: 200, headers: { 'x-long': 'x'.repeat(32 * 1024) }, body: '{}' }],
    ['a status line that is none', { kind: 'raw', bytes: 'HTTP/1.1 abc OK\r\n\r\n' }],
    ['another protocol', { kind: 'raw', bytes: '220 mail ready\r\n' }],
    [
      'a chunk size that is none',
      { kind: 'raw', bytes: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n' },
    ],
    ['two lengths', { kind: 'raw', bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}' }],
  ])('F28 %s: 502, and the process lives', async (_, fault) => {
    await expectFault(explorer, fault, UNREADABLE)
  })

  test.each([300, 301, 302, 303, 304, 307, 308])(
    'F29 %i to another listener: 502, nobody goes there',
    async (status) => {
      const elsewhere = await startStandIn()
      const headers = { location: `${elsewhere.url}/getCompressedAccountsByOwner` }
      const expected = { status: 502, code: 'upstream_redirect', calls: 1, outcome: 'redirect' } as const
      await expectFault(explorer, { kind: 'reply', status, headers }, expected)
      expect(elsewhere.callCount).toBe(0)
      expect(elsewhere.openSockets).toBe(0)
      await elsewhere.stop()
    },
  )

  test('F29 302 to the metadata address of a cloud: 502, at once', async () => {
    const headers = { location: 'http://169.254.169.254/latest/meta-data/' }
    const expected = { status: 502, code: 'upstream_redirect', calls: 1, outcome: 'redirect' } as const
    const response = await expectFault(explorer, { kind: 'reply', status: 302, headers }, expected)
    expect(response.text).not.toContain('169.254')
  })
})
