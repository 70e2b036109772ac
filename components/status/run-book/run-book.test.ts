import fs from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { VERDICTS } from '@/lib/api/verdicts'
import { onCallHref, runBookAnchor } from '@/lib/status/run-book-address'
import { plainText } from './markdown'
import { readRunBook } from './run-book'

const book = readRunBook(fs.readFileSync('docs/on-call.md', 'utf8'))
const anchors = book.parts.flatMap(({ id, sections }) => [id, ...sections.map((section) => section.id)])

test('every alert has its place in the run book, where its link leads', () => {
  const alerts = ['deploy/alerts.yml', 'deploy/photon/alerts.yml'].flatMap((file) => {
    const { groups } = parse(fs.readFileSync(file, 'utf8')) as { groups: { rules: { alert?: string }[] }[] }
    return groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []))
  })
  expect(anchors).toEqual(expect.arrayContaining(alerts.map(runBookAnchor)))
})

test('every verdict is explained, with what to do', () => {
  expect(book.verdicts.map(({ verdict }) => verdict).sort()).toEqual([...VERDICTS].sort())
  for (const { meaning, strict, action } of book.verdicts) {
    for (const words of [meaning, strict, action]) expect(plainText(words)).not.toBe('')
  }
  expect(onCallHref('devnet', 'behind')).toBe('/help/on-call?cluster=devnet#verdict-behind')
})

test('no two places have one anchor', () => {
  const all = [...anchors, ...VERDICTS.map(runBookAnchor)]
  expect(new Set(all).size).toBe(all.length)
})

test('links within it lead somewhere', () => {
  const text = fs.readFileSync('docs/on-call.md', 'utf8')
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor)
  expect(anchors).toEqual(expect.arrayContaining(links))
})
