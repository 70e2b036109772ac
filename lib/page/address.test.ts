import { expect, it } from 'vitest'
import { homeHref, withCluster } from './address'

it('links leave out the default network', () => {
  expect(homeHref()).toBe('/')
  expect(homeHref('devnet')).toBe('/?cluster=devnet')
})

it('a link from data gains the network behind what it has', () => {
  expect(withCluster('/latest', 'a b')).toBe('/latest?cluster=a+b')
  expect(withCluster('/latest?limit=10', 'devnet')).toBe('/latest?limit=10&cluster=devnet')
  expect(withCluster('/latest?limit=10', undefined)).toBe('/latest?limit=10')
})
