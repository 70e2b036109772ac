import { gunzipSync, inflateSync } from 'node:zlib'
import { headerOf, type RawAnswer } from './raw'

/* What must be equal between two builds of the same behaviour: without dates, nonces, chunk names, cursors, lengths. */

export interface ComparedAnswer {
  status: number
  headers: string[]
  body: string
}

const HINTS = /^(?:link: <\/_next\/|x-nextjs-|vary: $)/

export function comparedAnswer(answer: RawAnswer, sent: readonly string[]): ComparedAnswer {
  const { status, headers, body } = answer
  const plain = uncoded(answer)
  const type = headerOf(answer, 'content-type') ?? ''
  return {
    status,
    headers: headers
      .map(([name, value]) => `${name}: ${steadyHeader(name, value, answer, sent)}`)
      .filter((line) => !HINTS.test(line))
      .sort(),
    body: body.length === 0 ? '' : plain ? withoutCursors(bodyIn(plain, type)) : 'cannot be unpacked',
  }
}

function uncoded(answer: RawAnswer): Buffer | null {
  const undo = { gzip: gunzipSync, deflate: inflateSync }
  const coding = headerOf(answer, 'content-encoding')
  if (coding === undefined || answer.body.length === 0) return answer.body
  try {
    return undo[coding as keyof typeof undo](answer.body)
  } catch {
    return null
  }
}

function steadyHeader(name: string, value: string, answer: RawAnswer, sent: readonly string[]): string {
  switch (name) {
    case 'date':
    case 'last-modified':
      return Number.isNaN(Date.parse(value)) ? value : '*'
    case 'etag':
      // Keep whether it is weak, and its form.
      return value.replace(/"[^"]*?(-gzip)?"$/, '"*$1"')
    case 'content-length':
      return lengthIn(value, answer, sent)
    case 'content-range':
      return value.replace(/\/\d+$/, '/*')
    case 'x-request-id':
      return sent.some((line) => line.endsWith(` ${value}`)) ? value : '*'
    case 'content-security-policy':
      return value.replace(/'nonce-[^']{24}'/, "'nonce-*'").replace(/(?: 'sha256-[^']+')+/, " 'sha256-*'")
    case 'vary':
      return value.replace(/^(?:(?:rsc|next-[a-z-]+)(?:, |$))+/i, '')
    case 'location':
    case 'refresh':
      return value.replace(/\/_next\/static\/.+/, '/_next/static/*')
    case 'cache-status':
      // Freshness varies a little from one answer to the next, so that not all expire at once.
      return value.replace(/ttl=(-?)\d+/, 'ttl=$1*')
    case 'cache-control':
      // A picture that is not drawn in time is the static one, cached for less.
      return headerOf(answer, 'content-type') === 'image/png' ? 'of a picture' : value
    default:
      return value
  }
}

function lengthIn(value: string, { status, body }: RawAnswer, [first = '']: readonly string[]): string {
  if (value === '0') return value
  const hasNoBody = first.startsWith('HEAD ') || status === 304
  return hasNoBody || Number(value) === body.length ? 'of the body' : `${value}, though it has ${body.length}`
}

function withoutCursors(text: string): string {
  return text.replaceAll(/\b(cursor[ =])[\w-]{40,}/g, '$1*')
}

function bodyIn(body: Buffer, type: string): string {
  const text = body.toString()
  if (/^text\/html/.test(type)) return pageIn(text)
  if (/^application\/problem\+json/.test(type)) return problemIn(text)
  if (/json/.test(type)) return jsonIn(text)
  if (/^text\/x-component/.test(type)) return /^[0-9a-f]+:/m.test(text) ? 'navigation' : text
  if (/^text\/csv/.test(type)) return tableIn(text)
  if (/xml/.test(type)) return elementsIn(text)
  if (/^image\/png/.test(type)) return pictureIn(body)
  return /^text\/plain/.test(type) && text.length < 100 ? text : 'some bytes'
}

function pageIn(html: string): string {
  const first = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '-'
  const meta = (name: string) => first(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))
  return [
    html.includes('</html>') ? 'page' : 'part of a page',
    `robots ${meta('robots')}`,
    `canonical ${first(/<link rel="canonical" href="([^"]*)"/)}`,
    `feed ${first(/<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]*)"/)}`,
    `image ${meta('og:image')}`,
    `refresh ${first(/<meta http-equiv="refresh" content="([^"]*)"/)}`,
  ].join(' · ')
}

function problemIn(text: string): string {
  const { title, detail, requestId, invalid, ...known } = JSON.parse(text)
  const names = invalid?.map(({ name }: { name: string }) => name)
  return JSON.stringify({
    ...known,
    ...(names && { invalid: names }),
    words: [typeof title, typeof detail, typeof requestId],
  })
}

const OPERATIONS = /operations: \[6 × .*\](?=, windowSeconds)/

const MAX_SHAPE_CHARS = 20_000

function jsonIn(text: string): string {
  const lines = text.trimEnd().split('\n')
  // The last outcome of each operation differs with the machine: a busy one lets a call fail.
  const shapes = lines.map((line) => shapeOf(JSON.parse(line)).replace(OPERATIONS, 'operations: [6 × figures]'))
  // The document of the API has tests of its own, and changes with every route.
  if (shapes.some(({ length }) => length > MAX_SHAPE_CHARS)) return 'a document'
  return lines.length === 1 ? shapes.join() : `${lines.length} lines: ${[...new Set(shapes)].join(' ')}`
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length} × ${[...new Set(value.map(shapeOf))].sort().join(' | ')}]`
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}: ${shapeOf(member)}`)
    .join(', ')}}`
}

function tableIn(csv: string): string {
  const lines = csv.split('\r\n')
  const remarks = lines.filter((line) => /^"?#/.test(line)).map((line) => line.replace(/:.*/, ''))
  const columns = lines.find((line) => !/^"?#/.test(line))
  return `${lines.length} lines: ${[...new Set(remarks)].join(' ')}; ${columns}`
}

function elementsIn(text: string): string {
  const counts = new Map<string, number>()
  for (const [, name = ''] of text.matchAll(/<([a-zA-Z:]+)[\s>/]/g)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Array.from(counts, ([name, count]) => `${count} × ${name}`).join(', ')
}

function pictureIn(body: Buffer): string {
  const isPng = body.subarray(1, 4).toString('latin1') === 'PNG'
  return isPng ? `PNG of ${body.readUInt32BE(16)} × ${body.readUInt32BE(20)}` : 'no PNG'
}
