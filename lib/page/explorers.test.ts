import { expect, it } from 'vitest'
import { explorersFor } from './explorers'

const on = (name: string) => ({ name, linksOut: true })

it('a transaction is found on the same network elsewhere; mainnet needs no name there', () => {
  expect(explorersFor(on('mainnet-beta'), 'tx', 'sig').map(({ href }) => new URL(href).search)).toEqual(['', ''])
  for (const { href } of explorersFor(on('devnet'), 'tx', 'sig')) {
    expect(href).toMatch(/^https:\/\/[^/]+\/tx\/sig\?cluster=devnet$/)
  }
})

it('addresses and mints have paths of their own', () => {
  expect(explorersFor(on('devnet'), 'address', 'A').map(({ href }) => href)).toEqual([
    'https://explorer.solana.com/address/A?cluster=devnet',
    'https://solscan.io/account/A?cluster=devnet',
  ])
  expect(explorersFor(on('mainnet-beta'), 'mint', 'M').map(({ href }) => href)).toEqual([
    'https://explorer.solana.com/address/M',
    'https://solscan.io/token/M',
  ])
})

it('nothing leads out of a network that nobody else knows', () => {
  expect(explorersFor({ name: 'sandbox', linksOut: false }, 'tx', 'sig')).toEqual([])
})

it('text from an indexer cannot leave its place in a foreign address', () => {
  for (const { href } of explorersFor(on('devnet'), 'tx', '../x?cluster=y#z')) {
    expect(new URL(href).pathname).toMatch(/^\/tx\/[^/]+$/)
    expect(new URL(href).search).toBe('?cluster=devnet')
  }
})
