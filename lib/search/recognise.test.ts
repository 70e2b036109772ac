import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recognise as recogniseOn } from './recognise'

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

const OWN = {
  hosts: ['explorer.example', 'localhost:3000'],
  hasPage: (folder: string) =>
    ['', 'owner', 'account', 'delegate', 'latest', 'search', 'tx', 'status'].includes(folder),
}
const recognise = (text: string) => recogniseOn(text, OWN)

const INVISIBLE = /[\p{Cf}\p{DI}\u2800]/gu
const SIGNATURE = base58.encode(new Uint8Array(64).fill(7))

const bytesText = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => base58.encode(bytes))

describe('a pasted text', () => {
  it('is a key when it is base58 of 32 bytes, a signature when of 64, however many characters that takes', () => {
    fc.assert(
      fc.property(bytesText(32), bytesText(64), (key, signature) => {
        expect(recognise(key)).toEqual({ kind: 'key', text: key })
        expect(recognise(signature)).toEqual({ kind: 'signature', text: signature })
      }),
    )
    expect(recognise('1'.repeat(32))).toEqual({ kind: 'key', text: '1'.repeat(32) })
    expect(recognise('1'.repeat(64))).toEqual({ kind: 'signature', text: '1'.repeat(64) })
  })

  it('is the same with what comes along when text is copied', () => {
    const around = fc.string({
      unit: fc.constantFrom(...' \n\t"\'`“”(),.<>[]{};\u00a0\u200b\ufeff\u202e\u3164\ufe0f*_~!?:…»。）'),
    })
    fc.assert(
      fc.property(around, around, (before, behind) => {
        expect(recognise(before + KEY + behind)).toEqual({ kind: 'key', text: KEY })
      }),
    )
    expect(recognise(`${KEY.slice(0, 20)}\u200b${KEY.slice(20)}`)).toEqual({ kind: 'key', text: KEY })
  })

  it.each(['', ' ', '\u200b', '"" ', '...'])('%j is empty', (text) => {
    expect(recognise(text)).toEqual({ kind: 'empty' })
  })

  it('of another length says how many bytes it has', () => {
    expect(recognise('abc')).toEqual({
      kind: 'unknown',
      text: 'abc',
      why: 'It decodes to 3 bytes; an address or a hash has 32, a signature 64.',
    })
    expect(recognise(KEY.slice(0, -2))).toMatchObject({
      kind: 'unknown',
      why: expect.stringMatching(/^It decodes to \d+ bytes/),
    })
  })

  it('with characters that base58 lacks shows each of them once', () => {
    expect(recognise('0OIl0OIl')).toMatchObject({
      why: 'It contains “0”, “O”, “I” and “l”, not in the base58 alphabet.',
    })
    expect(recognise('a b😀')).toMatchObject({ why: 'It contains “ ” and “😀”, not in the base58 alphabet.' })
    expect(recognise('1,2 apples')).toMatchObject({ kind: 'unknown' })
  })

  it('that is too long is shown cut, with its length', () => {
    expect(recognise('a'.repeat(20_000))).toEqual({
      kind: 'unknown',
      text: 'a'.repeat(88),
      why: 'It has 20000 characters; a signature has at most 88.',
    })
  })

  it('never makes it throw, and what it finds stands in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
        const recognised = recognise(text)
        if (recognised.kind === 'unknown') expect(text.replace(INVISIBLE, '')).toContain(recognised.text)
      }),
    )
  })

  it.each(['slot 418890736', 'Slot: 418,890,736', 'block #418_890_736', '#418890736', 'slot=418890736', "418'890'736"])(
    '%j is the slot it names',
    (text) => {
      expect(recognise(text)).toEqual({ kind: 'number', text: '418890736' })
    },
  )

  it('is every number in every way of grouping it', () => {
    const separator = fc.constantFrom(',', '_', ' ', "'", '')
    const prefix = fc.constantFrom('', 'slot ', 'slot: ', 'block #', '#')
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), separator, prefix, (value, separator, prefix) => {
        const grouped = value.toLocaleString('en-US').replaceAll(',', separator)
        // Many digits without a group may be base58 as well; that it is 32 bytes then is not likely in 20 of them.
        expect(recognise(prefix + grouped)).toMatchObject({ kind: 'number', text: String(value) })
      }),
    )
  })

  it('that holds several things names each of them once, whatever stands between', () => {
    const things = fc.uniqueArray(fc.oneof(bytesText(32), bytesText(64)), { minLength: 2, maxLength: 6 })
    const between = fc.constantFrom(' ', '\n', ', ', '; ', ' | ', '","', ' and ', '\t')
    fc.assert(
      fc.property(things, between, (things, between) => {
        const recognised = recognise([...things, things[0]].join(between))
        expect(recognised).toMatchObject({ kind: 'several', things: things.map((text) => ({ text })) })
      }),
    )
  })

  it('with one thing among words is that thing', () => {
    expect(recognise(`please look at ${KEY}, it is 5 days old`)).toEqual({ kind: 'key', text: KEY })
    expect(recognise(`{"owner":"${KEY}","slot":300000500}`)).toEqual({ kind: 'key', text: KEY })
    expect(recognise(`owner: ${KEY}`)).toEqual({ kind: 'key', text: KEY })
    expect(recognise(`solana:${KEY}`)).toEqual({ kind: 'key', text: KEY })
  })

  it('that a terminal broke into lines is put together', () => {
    expect(recognise(`${SIGNATURE.slice(0, 40)}\n  ${SIGNATURE.slice(40)}`)).toEqual({
      kind: 'signature',
      text: SIGNATURE,
    })
  })

  it('of several numbers is several slots, not one', () => {
    expect(recognise('300000500 300000501')).toMatchObject({ kind: 'several', things: [{ kind: 'number' }, {}] })
  })

  it('takes no time that grows faster than its length', () => {
    const started = performance.now()
    for (const piece of ['a ', '1,', '"', 'a.', '/a', '1 1', ' .', 'x=', `${KEY} `]) recognise(piece.repeat(50_000))
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('a pasted link', () => {
  const link = (text: string) => recognise(text)

  it.each([
    [`https://explorer.solana.com/address/${KEY}`, 'Solana Explorer', 'mainnet-beta'],
    [`https://explorer.solana.com/address/${KEY}/tokens?cluster=devnet`, 'Solana Explorer', 'devnet'],
    [`explorer.solana.com/address/${KEY}?cluster=testnet`, 'Solana Explorer', 'testnet'],
    [`https://solscan.io/account/${KEY}?cluster=devnet#portfolio`, 'Solscan', 'devnet'],
    [`https://www.solscan.io/token/${KEY}`, 'Solscan', 'mainnet-beta'],
    [`https://photon.helius.dev/address/${KEY}?cluster=mainnet-beta`, 'Photon Explorer', 'mainnet-beta'],
    [`https://xray.helius.xyz/account/${KEY}?network=mainnet`, 'XRAY', 'mainnet-beta'],
    [`https://xray.helius.xyz/token/${KEY}?network=devnet`, 'XRAY', 'devnet'],
    [`https://orb.markets/address/${KEY}`, 'Orb', 'mainnet-beta'],
    [`https://orbmarkets.io/address/${KEY}/history?cluster=devnet`, 'Orb', 'devnet'],
    [`https://solana.fm/address/${KEY}?cluster=devnet-solana`, 'SolanaFM', 'devnet'],
    [`HTTPS://SOLANA.FM/address/${KEY}/transactions?cluster=mainnet-alpha`, 'SolanaFM', 'mainnet-beta'],
  ])('%s is about a key on %s, %s', (text, site, network) => {
    const expected = { kind: 'link', link: { site, network, custom: false, thing: { kind: 'key', text: KEY } } }
    expect(link(text)).toMatchObject(expected)
    expect(link(` <${text}>. `)).toMatchObject(expected)
  })

  it.each([
    [`https://explorer.solana.com/tx/${SIGNATURE}/inspect`, { kind: 'signature', text: SIGNATURE }],
    [`https://solscan.io/tx/${SIGNATURE}`, { kind: 'signature', text: SIGNATURE }],
    [`https://solana.fm/tx/${SIGNATURE}?cluster=mainnet-solanafmbeta`, { kind: 'signature', text: SIGNATURE }],
    ['https://explorer.solana.com/block/300000500', { kind: 'number', text: '300000500' }],
    ['https://orb.markets/block/300000500', { kind: 'number', text: '300000500' }],
    ['https://explorer.solana.com/supply', null],
    ['https://solscan.io/', null],
    ['https://explorer.solana.com/epoch/800', null],
  ])('%s is about what its path names', (text, thing) => {
    expect(link(text)).toMatchObject({ kind: 'link', link: { network: 'mainnet-beta', thing } })
  })

  it('to a custom endpoint names no network, and its address is not kept', () => {
    const recognised = link(`https://explorer.solana.com/address/${KEY}?cluster=custom&customUrl=http%3A%2F%2Fsecret`)
    expect(recognised).toMatchObject({ link: { network: null, custom: true } })
    expect(JSON.stringify('link' in recognised ? recognised.link : recognised)).not.toContain('secret')
  })

  it('to a site that is not known is what it holds, on no certain network', () => {
    expect(link(`https://example.org/x/${KEY}/y?cluster=devnet`)).toMatchObject({
      kind: 'link',
      link: { site: 'example.org', network: null, custom: false, thing: { kind: 'key', text: KEY } },
    })
    expect(link('https://example.org/x/300000500').kind).toBe('unknown')
  })

  it.each([
    [
      `https://explorer.example/owner/${KEY}?filter=0:abc&cluster=devnet#x`,
      `/owner/${KEY}?filter=0:abc&cluster=devnet#x`,
    ],
    ['http://localhost:3000/latest?limit=10', '/latest?limit=10'],
    ['explorer.example/status', '/status'],
    ['https://explorer.example/', '/'],
    [`/account/${KEY}?owner=${KEY}`, `/account/${KEY}?owner=${KEY}`],
  ])('%s is a page of our own', (text, path) => {
    expect(link(text)).toEqual({ kind: 'own', text, path })
  })

  it('to our own host never leads to another one', () => {
    const hostile = ['//evil.example/owner/x', '/\\evil.example', 'https://explorer.example//evil.example/x', '//owner']
    for (const text of hostile) expect(link(text).kind).not.toBe('own')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const pasted of [`https://explorer.example/${text}`, `/${text}`]) {
          const recognised = link(pasted)
          if (recognised.kind !== 'own') continue
          expect(new URL(recognised.path, 'http://here').host).toBe('here')
        }
      }),
    )
  })

  it('is recognised whatever stands around it and with invisible characters inside', () => {
    const site = fc.constantFrom('explorer.solana.com', 'solscan.io', 'orb.markets', 'solana.fm', 'photon.helius.dev')
    fc.assert(
      fc.property(site, bytesText(32), fc.nat({ max: 30 }), (site, key, at) => {
        const text = `https://${site}/account/${key}?cluster=devnet`
        const broken = `“${text.slice(0, at)}\u200b${text.slice(at)}”,`
        expect(recognise(broken)).toMatchObject({ kind: 'link', link: { network: 'devnet', thing: { text: key } } })
      }),
    )
  })

  it('beside another is one of several', () => {
    const text = `https://solscan.io/tx/${SIGNATURE} https://explorer.solana.com/address/${KEY}`
    expect(link(text)).toMatchObject({ kind: 'several', things: [{ kind: 'link' }, { kind: 'link' }] })
  })
})
