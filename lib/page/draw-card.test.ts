import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Card, STATIC_CARD } from './card'
import { drawCard, isDrawable } from './draw-card'

const OWNER = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

const CARD: Card = {
  network: 'mainnet-beta',
  kind: 'Owner',
  subject: OWNER,
  headline: 'At least 50 accounts',
  tone: null,
  state: { word: 'more available', tone: 'plain' },
  life: null,
  lines: [],
  foot: 'As of slot 418,890,000',
}

/** Texts that would say something else in markup, or turn or break a line. */
const NASTY = [
  '<b>',
  '&amp;',
  '"',
  "'",
  '</text><script>',
  ']]>',
  '\u202E',
  '\u200B',
  '\0',
  '\uD800',
  'é',
  '💣',
  'a'.repeat(129),
]

describe('a card', () => {
  test('shows each of its words, and its subject whole', () => {
    const svg = drawCard(CARD)
    for (const words of ['mainnet-beta', 'OWNER', 'At least 50 accounts', 'more available', 'As of slot 418,890,000']) {
      expect(svg).toContain(`>${words}</text>`)
    }
    expect([...svg.matchAll(/>([1-9A-HJ-NP-Za-km-z]{20,22})<\/text>/g)].map(([, line]) => line).join('')).toBe(OWNER)
  })

  test('with a text that may not stand in a picture is the static card, whichever text it is', () => {
    const places: ((nasty: string) => Card)[] = [
      (network) => ({ ...CARD, network }),
      (kind) => ({ ...CARD, kind }),
      (subject) => ({ ...CARD, subject }),
      (headline) => ({ ...CARD, headline }),
      (word) => ({ ...CARD, state: { word, tone: 'live' } }),
      (created) => ({ ...CARD, life: { created, consumed: null } }),
      (consumed) => ({ ...CARD, life: { created: 'slot 1', consumed } }),
      (foot) => ({ ...CARD, foot }),
    ]
    for (const at of places) for (const nasty of NASTY) expect(drawCard(at(`x${nasty}`))).toBe(drawCard(STATIC_CARD))
  })

  test('never holds markup that we did not write', () => {
    const shape = drawCard(CARD).replace(/>[^<]*</g, '><')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (headline) => {
        const card = { ...CARD, headline }
        if (!isDrawable(card)) return
        expect(drawCard(card).replace(/>[^<]*</g, '><')).toBe(shape)
      }),
    )
  })

  test('of a signature shows all of it', () => {
    const subject = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
    const lines = [...drawCard({ ...CARD, subject }).matchAll(/>([1-9A-HJ-NP-Za-km-z]{20,30})<\/text>/g)]
    expect(lines.map(([, line]) => line).join('')).toBe(subject)
  })
})
