import fs from 'node:fs'
import { createElement, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { VERDICTS } from '@/lib/api/verdicts'
import { GUIDES, guideNamed, withGuideLinks } from '@/lib/site/guides'
import { onCallHref, runBookAnchor } from '@/lib/status/run-book-address'
import { readGuide } from './guide'

const text = fs.readFileSync('docs/on-call.md', 'utf8')
const book = readGuide(text)
const anchors = book.parts.flatMap(({ id, sections }) => [id, ...sections.map((section) => section.id)])
const drawn = (content: ReactNode) =>
  renderToStaticMarkup(createElement(Fragment, null, content)).replace(/ (class|rel)="[^"]*"/g, '')
const contents = book.parts.flatMap((part) => [part.content, ...part.sections.map(({ content }) => content)])
const html = [book.intro, ...contents].map(drawn).join()

test('every alert has its place in the run book, where its link leads', () => {
  const alerts = ['deploy/alerts.yml', 'deploy/photon/alerts.yml'].flatMap((file) => {
    const { groups } = parse(fs.readFileSync(file, 'utf8')) as { groups: { rules: { alert?: string }[] }[] }
    return groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []))
  })
  expect(anchors).toEqual(expect.arrayContaining(alerts.map(runBookAnchor)))
})

test('every verdict is explained, with what to do', () => {
  for (const verdict of VERDICTS) {
    const [, row = ''] = new RegExp(`<div id="verdict-${verdict}"(.*?)</div>`).exec(html) ?? []
    expect(row.match(/<dd>/g)).toHaveLength(3)
    expect(row).toContain('Do: ')
    expect(row).not.toContain('<dd></dd>')
  }
  expect(onCallHref('devnet', 'behind')).toBe('/help/on-call?cluster=devnet#verdict-behind')
})

test('no two places have one anchor, and links within it lead somewhere', () => {
  const all = [...anchors, ...VERDICTS.map(runBookAnchor)]
  expect(new Set(all).size).toBe(all.length)
  expect(anchors).toEqual(expect.arrayContaining([...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor)))
})

test.each([
  ['a `b|c` **d `e`** *f g*.', '<p>a <code>b|c</code> <strong>d <code>e</code></strong> <em>f g</em>.</p>'],
  ['[`x`](#y) [z](https://z.example)', '<p><a href="#y"><code>x</code></a> <a href="https://z.example">z</a></p>'],
  ['[x](api.md#webhook)![seen](a.png)', '<p><span>x</span></p>'],
  ['2 * 3 * 4, a_b, `half, <b>&', '<p>2 * 3 * 4, a_b, `half, &lt;b&gt;&amp;</p>'],
  ['one\ntwo\n\n- x\n  y\n- z', '<p>one two</p><ul><li>x y</li><li>z</li></ul>'],
  ['```sh\n# code\n\n<x>\n```', '<pre># code\n\n&lt;x&gt;</pre>'],
  [
    '| a | b | c |\n|---|---|---|\n| `c|d` | e | f |',
    '<dl><div><dt><code>c|d</code></dt><dd>e</dd><dd><span>c: </span>f</dd></div></dl>',
  ],
])('reads %j', (markdown, html) => {
  expect(drawn(readGuide(markdown).intro)).toBe(html)
})

const read = Object.fromEntries(
  Object.keys(GUIDES).map((name) => {
    const { intro, parts } = readGuide(
      withGuideLinks(fs.readFileSync(`docs/${name.replace('-guide', '')}.md`, 'utf8'), 'devnet'),
    )
    const ids = parts.flatMap(({ id, sections }) => [id, ...sections.map((section) => section.id)])
    const all = parts.flatMap(({ content, sections }) => [content, ...sections.map((section) => section.content)])
    return [name, { ids, html: [intro, ...all].map(drawn).join() }]
  }),
)

test.each(Object.keys(GUIDES))(
  '%s: no mark is left unread, and its links lead to pages and parts that there are',
  (name) => {
    const html = read[name]?.html ?? ''
    const words = html.replace(/<(code|pre)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ')
    expect(words.length).toBeGreaterThan(1_000)
    expect(/[`|]|\]\(|\*\*|^#|^\d+\. /m.exec(words)).toBeNull()
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
      if (href.startsWith('https://')) continue
      const [, guide = name, anchor] =
        /^(?:\/help\/([\w-]+)\?cluster=devnet)?(?:#(.*))?$/.exec(href) ?? expect.fail(href)
      if (anchor === undefined) expect(guideNamed(guide), href).not.toBeNull()
      else expect(read[guide]?.ids, href).toContain(anchor)
    }
  },
)
