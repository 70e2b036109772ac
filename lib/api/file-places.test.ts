import { expect, test } from 'vitest'
import { takeFilePlace } from './file-places'

function begin(peer: string): AbortController | string {
  const left = new AbortController()
  try {
    takeFilePlace({ method: 'GET', target: '/', headers: {}, id: 'id', peer }, left.signal)
    return left
  } catch (error) {
    return String(Reflect.get(Object(Reflect.get(Object(error), 'problem')), 'code'))
  }
}

test('a reader has half of the places at most, the next one half of the rest, and 32 are all', () => {
  const begun: AbortController[] = []
  const asMany = (peer: string) => {
    for (let count = 0; ; count++) {
      const file = begin(peer)
      if (typeof file === 'string') return [count, file]
      begun.push(file)
    }
  }
  const peers = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  expect(peers.map(asMany)).toEqual([16, 8, 4, 2, 1, 1, 0].map((count) => [count, 'explorer_busy']))
  for (const file of begun) file.abort()
  expect(asMany('a')).toEqual([16, 'explorer_busy'])
})
