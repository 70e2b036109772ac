import { describe, expect, test } from 'vitest'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { turnsDuring } from '@/lib/testing/until'
import { CANARIES, ENCODINGS, type KindOfKey, withCanaries } from '@/lib/testing/upstream/canary'
import { Endpoint } from './endpoint'

const KINDS = Object.keys(CANARIES) as KindOfKey[]
const endpointAt = (url: string) => new Endpoint({ url, path: 'base' })

describe.each(KINDS)('a key as %s of the URL', (kind) => {
  const endpoint = endpointAt(withCanaries('https://indexer.example/v2', [kind]))
  const key: string = CANARIES[kind]

  test.each(Object.entries(ENCODINGS))('is found in an answer: %s', async (_, encode) => {
    for (const text of [encode(key), `the key ${encode(key)} is refused`, encode(encode(key))]) {
      expect(await endpoint.isInResult({ value: { items: [{ signature: text }] } }), text).toBe(true)
    }
  })
})

test.each([
  'http://127.0.0.1:8784',
  'https://mainnet.example/?api-key=3f1c9a7e-6d2b-4b7c-9e55-0c1d2e3f4a5b',
  'https://me:pass@node.example/v2/solana-mainnet/AbCdEfGh0123456789?cluster=devnet&limit=1000',
  'https://node.example/rpc/v1/initialized',
  withCanaries('https://indexer.example/v2'),
])('answers of an indexer at %s hold nothing of it', async (url) => {
  const endpoint = endpointAt(url)
  const [first] = makeAccounts(addressOf('owner'), 1)
  const items = [
    ...makeAccounts(addressOf('owner'), 50),
    ...makeTokenAccounts(addressOf('delegate'), 50),
    ...makeSignatures(50),
  ]
  const result = { context: { slot: 418_890_000 }, value: { items, cursor: first?.hash ?? null } }
  expect(await endpoint.isInResult(result)).toBe(false)
})

test('a name with a value is no key, unless it reads as one', async () => {
  const endpoint = endpointAt('https://indexer.example/?plan=free&Zx81Kq=1')
  expect(await endpoint.isInResult(['the plan of this indexer'])).toBe(false)
  expect(await endpoint.isInResult(['not free'])).toBe(true)
  expect(await endpoint.isInResult(['is Zx81Kq known?'])).toBe(true)
})

test('the bytes of an account may hold the name of a host and words, but not a key', async () => {
  const endpoint = endpointAt('https://metadata.example/compression-service/S3cretKey')
  const data = (text: string) => ({ data: Buffer.from(`\u0000\u0001${text}\u0000\u0002`).toString('base64') })
  expect(await endpoint.isInResult(data('https://metadata.example/compression-service/1.json'))).toBe(false)
  expect(await endpoint.isInResult(data('https://metadata.example/S3cretKey/1.json'))).toBe(true)
})

test('others have their turn while odd text is read in every spelling', async () => {
  const odd = Array.from({ length: 18_000 }, (_, i) => `no hash ${i}`)
  const search = endpointAt('https://indexer.example').isInResult(odd)
  const turns = await turnsDuring(search)
  expect(await search).toBe(false)
  expect(turns).toBeGreaterThanOrEqual(5)
})

test('more odd text than is worth looking through counts as a key', async () => {
  const odd = Array.from({ length: 40_000 }, (_, i) => `no hash ${i}`)
  expect(await endpointAt('https://indexer.example').isInResult(odd)).toBe(true)
})

test.each([
  ['http://127.0.0.1:8784', false],
  ['http://localhost:8784/', false],
  ['http://[::1]:8784', false],
  ['http://127.0.0.1:8784/S3cretKey', true],
  ['http://S3cretKey@127.0.0.1:8784', true],
  ['http://127.0.0.1:8784/?k=S3cretKey', true],
  ['http://127.0.0.1:8784/#S3cretKey', true],
  ['http://10.0.0.7:8784', true],
])('whether anything is looked for in answers of %s: %s', async (url, searches) => {
  let wasRead = false
  await endpointAt(url).isInResult({
    get value() {
      wasRead = true
      return 'text'
    },
  })
  expect(wasRead).toBe(searches)
  const texts = [`see ${new URL(url).host}`, 'the S3cretKey is refused']
  expect(await endpointAt(url).isInResult(texts)).toBe(searches)
})

test('accounts whose bytes are text are no key, however many there are', async () => {
  const endpoint = endpointAt('https://indexer.example/?k=S3cretKey')
  const items = Array.from({ length: 1_000 }, (_, i) => ({
    data: Buffer.from(`row ${i} `.repeat(800)).toString('base64'),
  }))
  expect(await endpoint.isInResult(items)).toBe(false)
  items.push({ data: Buffer.from('a text that holds S3cretKey').toString('base64') })
  expect(await endpoint.isInResult(items)).toBe(true)
})
