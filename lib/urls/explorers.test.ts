import { expect, it } from 'vitest'
import { explorersFor } from './explorers'

it('a transaction is found on the same network elsewhere; mainnet needs no name there', () => {
  expect(explorersFor('mainnet-beta', 'sig').map(({ href }) => new URL(href).search)).toEqual(['', ''])
  for (const { href } of explorersFor('devnet', 'sig')) {
    expect(href).toMatch(/^https:\/\/[^/]+\/tx\/sig\?cluster=devnet$/)
  }
})

it('text from an indexer cannot leave its place in a foreign address', () => {
  for (const { href } of explorersFor('devnet', '../x?cluster=y#z')) {
    expect(new URL(href).pathname).toMatch(/^\/tx\/[^/]+$/)
    expect(new URL(href).search).toBe('?cluster=devnet')
  }
})
