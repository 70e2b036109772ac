import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { newQueryClient } from '@/lib/api/query'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { FieldList } from './field-list'
import { HexGrid } from './hex-grid'
import { LayoutCells } from './layout-columns'
import { Lens } from './lens'
import { layoutOf } from './read-rows'
import type { UsedLayout } from './used-layout'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useSearchParams: () => new URLSearchParams() }))

const lensOf = (lens: ReactElement) =>
  renderToStaticMarkup(<QueryClientProvider client={newQueryClient()}>{lens}</QueryClientProvider>)

const nothing = () => {}
const DATA = Uint8Array.from({ length: 40 }, (_, i) => i + 0x40)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const tags = (html: string, className: string) =>
  html.match(new RegExp(`<[a-z]+ [^>]*class="${className}[^>]*>`, 'g')) ?? []
const texts = (html: string) => html.replace(/<[^>]*>/g, '')

const grid = (base: number, selection = { anchor: 15, focus: 16 }) =>
  renderToStaticMarkup(
    <HexGrid bytes={DATA} base={base} selection={selection} marks={[]} extending={false} onSelect={nothing} />,
  )

describe('bytes in hex', () => {
  test('stand in lines under the offset that they have in the whole data', () => {
    const offsets = (html: string) => [...html.matchAll(/role="rowheader"[^>]*>([^<]*)/g)].map(([, offset]) => offset)
    expect(offsets(grid(0))).toEqual(['0000', '0010', '0020'])
    expect(offsets(grid(0x1_0000))).toEqual(['10000', '10010', '10020'])
  })

  test('a selection marks its bytes in both, also the first of a line, and says so to those who do not see it', () => {
    const html = grid(0)
    const selected = [...html.matchAll(/aria-selected="true" data-at="(\d+)"/g)].map(([, at]) => at)
    expect(selected).toEqual(['15', '16'])
    expect(tags(html, 'lens-char [^"]*lens-selected')).toHaveLength(2)
    expect(tags(html, 'lens-byte [^"]*lens-cursor')).toHaveLength(1)
  })
})

describe('the lens', () => {
  const PROPS = { hash: 'HASH', owner: 'OWNER', discriminator: 5n, cluster: undefined }

  test('shows nothing of an account without data, or with data that is none', () => {
    expect(renderToStaticMarkup(<Lens {...PROPS} base64="" />)).toBe('')
    expect(renderToStaticMarkup(<Lens {...PROPS} base64="%%%" />)).toBe('')
  })

  test('says how much there is, of a slice from which byte on', () => {
    expect(texts(lensOf(<Lens {...PROPS} base64={base64(DATA)} />))).toContain('Data, 40 bytes after the discriminator')
    const list = { filters: [], slice: { offset: 32, length: 40 }, limit: 50 }
    const html = lensOf(<Lens {...PROPS} base64={base64(DATA)} list={list} />)
    expect(texts(html)).toContain('Data, 40 bytes from byte 32 (slice)')
    expect(texts(html)).toContain('Byte 32')
  })

  const token = { ...PROPS, owner: TOKEN_PROGRAM, discriminator: 2n }
  const tokenData = Uint8Array.from({ length: 74 }, (_, i) => (i < 64 ? i : i === 64 ? 9 : 0))

  test('reads no token account of which only a slice is loaded, and leads to the whole', () => {
    const list = { filters: [{ offset: 0, bytes: '2' }], slice: { offset: 0, length: 74 }, limit: 50 }
    const html = lensOf(<Lens {...token} base64={base64(tokenData)} list={list} />)
    expect(html).not.toContain('Token data, layout')
    expect(html).toContain(`href="/owner/${TOKEN_PROGRAM}?filter=0:2&amp;open=HASH"`)
  })
})

describe('the fields of a row', () => {
  const used = (text: string): UsedLayout => ({ text, ...layoutOf(text) })
  const cells = (layout: UsedLayout, data: { data: string } | null, base = 0) =>
    [
      ...renderToStaticMarkup(<LayoutCells layout={layout} data={data} base={base} />).matchAll(
        /<td[^>]*>(.*?)<\/td>/g,
      ),
    ].map(([, cell = '']) => texts(cell))

  test('say what is missing where there is no value, and where there is no data', () => {
    const layout = used('head: bytes[40]\nlast: u8')
    expect(cells(layout, { data: base64(DATA) })[1]).toContain('the data ends at byte 40')
    expect(cells(layout, null)).toEqual(['–no data', '–no data'])
  })

  test('are listed with their bytes, an empty value and a missing one told apart', () => {
    const fields = [
      { name: 'one', type: 'u8', offset: 4, length: 1, value: '7' },
      { name: 'two', type: 'bytes[2]', offset: 5, length: 2, value: '' },
      { name: 'gone', type: 'u8', offset: 7, length: 0, value: null, problem: 'offset unknown' },
    ]
    const html = renderToStaticMarkup(
      <FieldList title="Fields" fields={fields} problem="it ends" toned cluster={undefined} onSelect={nothing} />,
    )
    const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => texts(row))
    expect(rows.slice(1).map((row) => row.replace('Copy', ''))).toEqual(['one47', 'two5–6empty', 'gone–offset unknown'])
    expect(html).toMatch(/disabled=""[^>]*>(<[^>]*>)*gone/)
    expect(texts(html)).toContain('Not read to its end: it ends.')
  })
})
