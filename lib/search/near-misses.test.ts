import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recognise } from './recognise'

const OWN = { hosts: [], hasPage: () => false }
const ADDRESS = 'BSokDnWwSreCNY2hXDPMY3eTx9Nw85QNBuAZe9JbiW6p'
const why = (text: string) => {
  const what = recognise(text, OWN)
  return what.kind === 'unknown' ? what.why : what.kind
}
const key = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('a text that resembles what can be searched', () => {
  it.each([
    ['BSokDnWw…e9JbiW6p', /shortened/],
    [' BSok...iW6p ', /shortened/],
    ['BSokDnWw…', /shortened/],
    [ADDRESS.toLowerCase(), /no capital letters/],
    ['toly.sol', /\.sol/],
    ['a.b.SOL', /\.sol/],
    ['USDC', /symbol/],
    ['$wif', /symbol/],
    ['JitoSOL', /symbol/],
    ['[7,7]', /list of 2 bytes/],
    [`[${new Array(33).fill(7)}]`, /list of 33 bytes/],
  ])('%s says what it is', (text, words) => {
    expect(why(text)).toMatch(words)
  })

  it.each([ADDRESS, 'abc', 'hello0world', '418,890,736', '1,2 apples', '300,000', 'a'.repeat(64), '1'.repeat(32)])(
    '%s is none',
    (text) => {
      expect(why(text)).not.toMatch(/shortened|capital|\.sol|symbol|list of/)
    },
  )

  it('no address and no hash is taken for one', () => {
    fc.assert(
      fc.property(key, (bytes) => {
        expect(recognise(base58.encode(bytes), OWN)).toMatchObject({ kind: 'key' })
      }),
    )
  })

  it('a list of 32 bytes is offered in base58, and not looked up by itself', () => {
    fc.assert(
      fc.property(key, fc.constantFrom(',', ', ', ',\n'), (bytes, comma) => {
        const found = recognise(`[${Array.from(bytes).join(comma)}]`, OWN)
        expect(found).toMatchObject({ kind: 'unknown', instead: base58.encode(bytes) })
      }),
    )
  })

  it('a list of 64 bytes may be a keypair: it is not shown again', () => {
    const keypair = Array.from({ length: 64 }, (_, i) => i)
    expect(recognise(JSON.stringify(keypair), OWN)).toMatchObject({ kind: 'unknown', text: '' })
    expect(why(keypair.join(' , '))).toMatch(/private key/)
  })
})
