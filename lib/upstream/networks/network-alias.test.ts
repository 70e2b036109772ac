import { expect, test } from 'vitest'
import { matchNetworkName } from './networks'

test.each([
  ['mainnet', ['mainnet-beta'], 'mainnet-beta'],
  ['mainnet-beta', ['devnet', 'mainnet'], 'mainnet'],
  ['Mainnet', ['devnet', 'mainnet-beta'], 'mainnet-beta'],
  ['mainnet_beta', ['mainnet-beta'], 'mainnet-beta'],
  ['solana:mainnet', ['mainnet-beta'], 'mainnet-beta'],
  ['mainnet-solanafmbeta', ['mainnet-beta'], 'mainnet-beta'],
  ['devnet-solana', ['mainnet-beta', 'devnet'], 'devnet'],
  ['localhost', ['localnet'], 'localnet'],
  ['localnet', ['local', 'devnet'], 'local'],
  ['TESTNET', ['testnet'], 'testnet'],
  ['mine', ['mine'], 'mine'],
])('%s among %j is %s', (name, names, meant) => expect(matchNetworkName(name, names)).toBe(meant))

test('a name is the network’s own before it is another’s alias', () => {
  expect(matchNetworkName('mainnet', ['mainnet-beta', 'mainnet'])).toBe('mainnet')
})

test.each([
  ['devnet', ['mainnet-beta']],
  ['main', ['mainnet', 'mainnet-beta']],
  ['Mine', ['mine']],
  ['mainnet-2', ['mainnet-beta']],
  ['', ['mainnet-beta']],
  ['constructor', ['mainnet-beta']],
])('%s among %j is nobody’s', (name, names) => expect(matchNetworkName(name, names)).toBeNull())
