import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_FILE_BYTES, mergeLabelsFile, writeLabelsFile } from './labels-file'
import { cleanLabel, MAX_LABELS, MAX_WATCHED, type SavedPage } from './saved-pages'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const key = fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 32, maxLength: 44 })
const label = fc
  .string({ unit: 'binary', minLength: 1 })
  .map(cleanLabel)
  .filter((text) => text !== '')
const labels = fc.dictionary(key, label, { maxKeys: 8, noNullPrototype: true })
const page: fc.Arbitrary<SavedPage> = fc
  .record({
    kind: fc.constantFrom('owner', 'delegate', 'account'),
    text: key,
    network: fc.constantFrom('sandbox', 'devnet'),
  })
  .map(({ kind, text, network }) => ({ kind, text, href: `/${kind}/${text}`, network }))
const saved = fc.record({
  labels,
  watched: fc.uniqueArray(page, { selector: ({ href, network }) => href + network, maxLength: 8 }),
})

describe('labels and watchlist as a file', () => {
  it('come back whole into an empty browser, and a second time change nothing', () => {
    fc.assert(
      fc.property(saved, (saved) => {
        const file = writeLabelsFile(saved, 0)
        const once = mergeLabelsFile({ labels: {}, watched: [] }, file)
        expect(once.merged).toEqual(saved)
        expect(mergeLabelsFile(saved, file)).toEqual({
          merged: saved,
          message: '0 labels added, 0 changed; 0 watched pages added',
        })
      }),
    )
  })

  it('take nothing away: what is there stays, unless the file names it otherwise', () => {
    fc.assert(
      fc.property(saved, saved, (there, other) => {
        const { merged, message } = mergeLabelsFile(there, writeLabelsFile(other, 0))
        if (!merged) throw new Error(message)
        expect(merged.labels).toEqual({ ...there.labels, ...other.labels })
        expect(merged.watched.slice(0, there.watched.length)).toEqual(there.watched)
        for (const { href } of other.watched) expect(merged.watched.some((each) => each.href === href)).toBe(true)
      }),
    )
  })

  it('never throw and take nothing of another shape, whatever the file holds', () => {
    const there = { labels: {}, watched: [] }
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(mergeLabelsFile(there, text).merged).toBeNull()
      }),
    )
    const odd = mergeLabelsFile(
      there,
      JSON.stringify({
        file: 'leafscan labels and watchlist',
        version: 1,
        labels: { short: 'x', [ALPHABET.slice(0, 40)]: 7, [ALPHABET.slice(2, 40)]: ' \u202e\n' },
        watched: [null, { kind: 'owner', text: 'a', href: '//evil.example', network: 'x' }],
      }),
    )
    expect(odd).toEqual({
      merged: there,
      message: '0 labels added, 0 changed; 0 watched pages added; 5 skipped: unreadable, or above the limit',
    })
  })

  it('take what is right of a file that somebody else wrote, clean it, and count the rest', () => {
    const [mine, other] = ['m'.repeat(43), 'w'.repeat(43)]
    const there = {
      labels: { [mine]: 'my wallet' },
      watched: [{ kind: 'owner', text: mine, href: `/owner/${mine}`, network: 'sandbox' }] satisfies SavedPage[],
    }
    const good = { kind: 'owner', text: other, href: `/owner/${other}`, network: 'sandbox' }
    const watched = [
      { ...good, note: `\u202e${'n'.repeat(99)}`, evil: 'x' },
      { ...good, href: `/owner/${mine}?x` },
      { ...good, text: `\u202e${other}` },
      { ...good, network: 'x'.repeat(1_000) },
      good,
    ]
    const labels = { [other]: `a\u2066${'b'.repeat(99)}`, [`\u202e${other}`]: 'x' }
    const file = JSON.stringify({ file: 'leafscan labels and watchlist', version: 1, labels, watched })
    expect(mergeLabelsFile(there, file)).toEqual({
      merged: {
        labels: { ...there.labels, [other]: `a ${'b'.repeat(38)}` },
        watched: [...there.watched, { ...good, note: 'n'.repeat(40) }],
      },
      message: '1 label added, 0 changed; 1 watched page added; 4 skipped: unreadable, or above the limit',
    })
    const lists = JSON.stringify({ file: 'leafscan labels and watchlist', version: 1, labels: 7, watched: { 0: good } })
    expect(mergeLabelsFile(there, lists)).toMatchObject({
      merged: there,
      message: expect.stringContaining('1 skipped'),
    })
  })

  it('are bounded', () => {
    expect(mergeLabelsFile({ labels: {}, watched: [] }, ' '.repeat(MAX_FILE_BYTES + 1)).message).toMatch(
      /larger than 1 MB/,
    )
    const full = Object.fromEntries(
      Array.from({ length: MAX_LABELS }, (_, i) => [
        String(i + 1)
          .replaceAll('0', 'A')
          .padEnd(40, 'z'),
        'x',
      ]),
    )
    const one = { ['y'.repeat(40)]: 'new' }
    const text = 'a'.repeat(40)
    const page: SavedPage = { kind: 'owner', text, href: `/owner/${text}`, network: 'n' }
    const watched = Array.from({ length: MAX_WATCHED }, (_, i) => ({ ...page, href: `/owner/${text}?filter=${i}:2` }))
    const merged = mergeLabelsFile({ labels: full, watched }, writeLabelsFile({ labels: one, watched: [page] }, 0))
    expect(merged).toMatchObject({ merged: { labels: full, watched }, message: expect.stringContaining('2 skipped') })
  })
})
