import { expect, test } from 'vitest'
import { sendableParams } from './transport'

const filter = (offset: number) => ({ memcmp: { offset, bytes: '2' } })

test('offsets and lengths beyond 32 bits are sent as the greatest one that every indexer reckons with', () => {
  const most = 2 ** 31 - 2
  for (const great of [2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
    expect(
      sendableParams({ owner: 'x', filters: [filter(great), filter(7)], dataSlice: { offset: great, length: great } }),
    ).toEqual({ owner: 'x', filters: [filter(most), filter(7)], dataSlice: { offset: most, length: most } })
  }
  const params = {
    owner: 'x',
    filters: [filter(most)],
    dataSlice: { offset: 0, length: most },
    limit: 1000,
    cursor: 'c',
  }
  expect(sendableParams(params)).toEqual(params)
})
