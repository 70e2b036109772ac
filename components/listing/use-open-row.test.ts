import { expect, test, vi } from 'vitest'
import { openRowAddresses } from './use-open-row'

test('a row’s link keeps the rest of the query, which is written once for all rows', () => {
  const written = vi.spyOn(URLSearchParams.prototype, 'delete')
  const addressOf = openRowAddresses('/owner/o', new URLSearchParams('filter=0:2&open=x&open=y&a=%26'))
  expect([addressOf('h 1'), addressOf(null)]).toEqual([
    '/owner/o?filter=0:2&a=%26&open=h+1',
    '/owner/o?filter=0:2&a=%26',
  ])
  for (let i = 0; i < 1_000; i++) addressOf(String(i))
  expect(written).toHaveBeenCalledTimes(1)
  expect([
    openRowAddresses('/x', new URLSearchParams())(null),
    openRowAddresses('/x', new URLSearchParams())('h'),
  ]).toEqual(['/x', '/x?open=h'])
})
