// What a first visit downloads, page by page: JavaScript over that of a bare page, style sheets, the page's own bytes.
// Bytes do not depend on the machine, so this one has a budget and fails above it.
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { withBareApp } from './bare-app.mjs'
import { ask } from './load.mjs'
import { withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'
import { pagesOfSandbox } from './sandbox.mjs'

export const title = 'bytes of a first visit, against a bare page of the same framework'

/** kB (1000 bytes) of gzip that a page's JavaScript may have over the bare page. design.md 7. */
const BUDGET_KB = 35

export async function run() {
  const bare = await withBareApp(({ url }) => measure(url, '/'))
  return withLeafscan(async ({ url, indexerUrl }) => {
    const pages = await pagesOfSandbox(indexerUrl)
    const rows = [row('bare page', bare, bare)]
    const missed = []
    for (const [label, path] of pages) {
      const page = await measure(url, path)
      rows.push(row(label, page, bare))
      const excess = kB(page.script.gzip - bare.script.gzip)
      if (excess > BUDGET_KB)
        missed.push(`${label} has ${excess} kB of JavaScript over the bare page, at most ${BUDGET_KB}`)
    }
    const lists = []
    for (const [label, path] of pages.filter(([label]) => ['/owner', '/delegate', '/latest'].includes(label))) {
      for (const limit of [50, 1000]) {
        const html = await ask({ url, path: `${path}?limit=${limit}` })
        const shown = String(html).split('</tbody>', 1)[0].split('<tbody')[1]?.split('<tr').length - 1
        lists.push([`${label}?limit=${limit}`, shown, kB(html.length), kB(await gzip(html)), kB(await brotli(html))])
      }
    }
    return {
      tables: [
        {
          title: `JavaScript of a first visit in kB (budget: gzip at most ${BUDGET_KB} over the bare page), and the rest`,
          columns: ['page', 'files', 'raw', 'gzip', 'brotli', 'gzip over bare', 'CSS gzip', 'HTML gzip'],
          rows,
        },
        {
          title: 'HTML of lists in kB: the rows, and the same rows once more as data for the browser',
          columns: ['page', 'rows', 'raw', 'gzip', 'brotli'],
          rows: lists,
        },
      ],
      notes: [
        'kB are 1000 bytes. Each file by itself, gzip level 9 and brotli 11 made here, so that no setting of a server matters.',
        'Counted are the scripts that the HTML names, without nomodule ones, which current browsers skip; sheets in it are HTML.',
      ],
      missed,
    }
  })
}

async function measure(url, path) {
  const html = await ask({ url, path })
  const tags = [...String(html).matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag)
  const attribute = (tag, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  const scripts = tags.filter((tag) => tag.startsWith('<script') && !/\bnomodule\b/i.test(tag))
  const styles = tags.filter((tag) => attribute(tag, 'rel') === 'stylesheet')
  // Ours names them in the script that adds them once the page is painted. lib/server/framework/paint-first.ts
  const added = /\}\)\((\[[^\]]*\])\)<\/script>/.exec(String(html))?.[1] ?? '[]'
  const sources = [...scripts.map((tag) => attribute(tag, 'src')), ...JSON.parse(added)].filter(Boolean)
  const script = await total(url, sources)
  const style = await total(url, styles.map((tag) => attribute(tag, 'href')).filter(Boolean))
  if (script.files === 0) throw new Error(`${path} has no scripts: something else was served`)
  return { script, style, html: await gzip(html) }
}

async function total(url, files) {
  const sum = { files: 0, raw: 0, gzip: 0, brotli: 0 }
  for (const file of new Set(files)) {
    const bytes = await ask({ url, path: file.replaceAll('&amp;', '&') })
    sum.files++
    sum.raw += bytes.length
    sum.gzip += await gzip(bytes)
    sum.brotli += await brotli(bytes)
  }
  return sum
}

function row(label, { script, style, html }, bare) {
  const sizes = [kB(script.raw), kB(script.gzip), kB(script.brotli), kB(script.gzip - bare.script.gzip)]
  return [label, script.files, ...sizes, kB(style.gzip), kB(html)]
}

// Not in one go: a server closes a connection that is idle for seconds, and that must be noticed before it is used again.
const [gzipped, brotlied] = [promisify(zlib.gzip), promisify(zlib.brotliCompress)]
const gzip = async (bytes) => (await gzipped(bytes, { level: 9 })).length
const brotli = async (bytes) => (await brotlied(bytes)).length
const kB = (bytes) => rounded(bytes / 1000, 1)
