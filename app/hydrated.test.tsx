import { dehydrate, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Hydrated } from './hydrated'
import { newQueryClient } from './query-client'

const KEY = ['rpc', 'local', 'getIndexerSlot', {}]

function Slot() {
  return String(useQuery<bigint>({ queryKey: KEY, queryFn: () => Promise.reject(new Error('not asked')) }).data)
}

function drawn(held: bigint | null): { text: string; kept: unknown } {
  const server = newQueryClient()
  server.setQueryData(KEY, 2n ** 64n - 1n, { updatedAt: 2_000 })
  const browser = newQueryClient()
  if (held !== null) browser.setQueryData(KEY, held, { updatedAt: 1_000 })
  const text = renderToStaticMarkup(
    <QueryClientProvider client={browser}>
      <Hydrated state={dehydrate(server)}>
        <Slot />
      </Hydrated>
    </QueryClientProvider>,
  )
  return { text, kept: browser.getQueryState(KEY)?.dataUpdatedAt }
}

describe('the answers that came with a page', () => {
  it('are there at its first drawing, as old as they are', () => {
    expect(drawn(null)).toEqual({ text: '18446744073709551615', kept: 2_000 })
  })

  it('replace none that other parts show while the page is drawn', () => {
    expect(drawn(7n)).toEqual({ text: '7', kept: 1_000 })
  })
})
