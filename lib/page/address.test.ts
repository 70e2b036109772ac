import { describe, expect, it, test } from 'vitest'
import { explorersFor, homeHref, pageOfPreview, previewPath, withCluster } from './address'

it('links leave out the default network', () => {
  expect(homeHref()).toBe('/')
  expect(homeHref('devnet')).toBe('/?cluster=devnet')
})

it('a link from data gains the network behind what it has', () => {
  expect(withCluster('/latest', 'a b')).toBe('/latest?cluster=a+b')
  expect(withCluster('/latest?limit=10', 'devnet')).toBe('/latest?limit=10&cluster=devnet')
  expect(withCluster('/latest?limit=10', undefined)).toBe('/latest?limit=10')
})

describe('addresses of preview images', () => {
  test.each([
    ['/', '/preview/home.png'],
    ['/?cluster=devnet', '/preview/home.png?cluster=devnet'],
    ['/latest', '/preview/latest.png'],
    ['/owner/abc?filter=0%3Aabc&filter=1%3Ax', '/preview/owner/abc.png?filter=0%3Aabc&filter=1%3Ax'],
  ])('%s has %s', (page, image) => {
    expect(previewPath(page)).toBe(image)
    expect(pageOfPreview(image.replace(/\?.*/, ''))).toBe(page.replace(/\?.*/, ''))
  })

  test.each(['/owner/abc.png', '/preview', '/preview/', '/preview/owner/abc', '/previews/home.png'])(
    '%s is none',
    (path) => expect(pageOfPreview(path)).toBeNull(),
  )
})

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
