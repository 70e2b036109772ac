import { describe, expect, test } from 'vitest'
import { paintFirst } from './paint-first'

// Tags as Next.js 16.4 and React 19.3 write them.
const HEAD =
  '<link rel="stylesheet" href="/_next/static/chunks/a.css" nonce="n" data-precedence="next"/>' +
  '<link rel="preload" as="script" fetchPriority="low" nonce="n" href="/_next/static/chunks/boot.js"/>' +
  '<script src="/_next/static/chunks/one.js" async="" nonce="n"></script>' +
  '<link rel="canonical" href="http://x/"/><script src="/_next/static/chunks/old.js" noModule="" nonce="n"></script>'
const BODY =
  '<p>text</p><script nonce="n" id="_R_">start()</script><script src="/_next/static/chunks/boot.js" nonce="n" async=""></script>'
const SHEETS = new Map([['/_next/static/chunks/a.css', { text: 'a{b:$&}', hash: 'sha256-x', fonts: [] }]])
const page = (head: string, body: string) => `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`

describe('a page that is painted first', () => {
  const html = paintFirst(page(HEAD, BODY), 'n', SHEETS)

  test('has its sheet as text, and nothing that the browser would fetch before it paints', () => {
    expect(html).toContain('<head><style>a{b:$&}</style><link rel="canonical"')
    expect(html).not.toMatch(/rel="(?:stylesheet|preload)"|async=""/)
  })

  test('keeps scripts that are not fetched, and those of old browsers', () => {
    expect(html).toContain('<script nonce="n" id="_R_">start()</script>')
    expect(html).toContain('<script src="/_next/static/chunks/old.js" noModule="" nonce="n"></script>')
  })

  test('wakes what its scripts will need while it is on its way', () => {
    expect(html).toMatch(/<script nonce="n">\(function wakeIntl[\s\S]*<\/script><\/head>/)
  })

  test('has the framework pause before it takes over', () => {
    expect(html).toMatch(/__next_s: ?\[\[0, ?\{ ?children: ?["'`]{2} ?\}\]\]/)
  })

  test('names every script once, in its order, behind all content', () => {
    const scripts = '["/_next/static/chunks/one.js","/_next/static/chunks/boot.js"]'
    expect(html).toMatch(/<script nonce="n">\(function [\s\S]*<\/script><\/body><\/html>$/)
    expect(html.endsWith(`)(${scripts},["/_next/static/chunks/a.css"])</script></body></html>`)).toBe(true)
  })
})

test('the fonts of a sheet are fetched with the page, ahead of the sheet', () => {
  const [[path, sheet] = ['', undefined]] = SHEETS
  const fonts = ['/_next/static/media/a.woff2']
  const html = paintFirst(page(HEAD, BODY), 'n', new Map([[path, { text: '', hash: '', ...sheet, fonts }]]))
  expect(html).toMatch(
    /<link rel="preload" as="font"[^>]* crossorigin="" href="\/_next\/static\/media\/a.woff2"\/><style>/,
  )
})

test('a sheet that is not known stays a link', () => {
  const html = paintFirst(page(HEAD, BODY), 'n', new Map())
  expect(html).toContain('<head><link rel="stylesheet" href="/_next/static/chunks/a.css"')
  expect(html).toContain(',[])</script></body></html>')
})

test('what has no scripts stays as it is', () => {
  const html = page('<link rel="stylesheet" href="/_next/static/chunks/a.css"/>', '<p>async=""</p>')
  expect(paintFirst(html, 'n', SHEETS)).toBe(html)
})
