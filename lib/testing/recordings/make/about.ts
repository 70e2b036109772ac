import type { Origin } from '../recording'

/* A folder that is not named here is not made into a recording. */

const PHOTON = 'the test data of Photon (helius-labs/photon, Apache-2.0)'
const DEVNET: Origin = { chain: 'devnet', kind: 'public', from: PHOTON }
const MAINNET: Origin = { chain: 'mainnet-beta', kind: 'public', from: PHOTON }
const LOCAL: Origin = { chain: 'a local test validator', kind: 'local', from: PHOTON }

export const ABOUT: Readonly<Record<string, { about: string; origin: Origin }>> = {
  'block-devnet-small': { about: 'A whole block: 18 transactions, 14 of them votes, no compression.', origin: DEVNET },
  'block-devnet-votes': { about: 'A whole block: 57 transactions, 11 of them votes, no compression.', origin: DEVNET },
  'client-on-a-validator': {
    about:
      'Six wallets and three mints of 9, 6 and 0 decimals: minting, transfers, approvals, transfers by delegates, revokes, merges, SOL in and out. Trees v2, spent by index; fees, logs, compute units and the mints themselves are there.',
    origin: {
      chain: 'a local validator, version 4.2.1',
      kind: 'made',
      from: 'this project, with the official client 0.23.3',
    },
  },
  'oldids1-mixed': {
    about:
      'Transactions of spring 2024 under the first program ids, of several validators. Some events decode and some have forms of that time; under the ids of today nothing may be found.',
    origin: LOCAL,
  },
  'oldids2-address-with-nullifiers': {
    about:
      'An account with an address, and the update of the address tree by a forester. Program ids before August 2024.',
    origin: LOCAL,
  },
  'oldids2-devnet-root-bug': {
    about:
      'Devnet in July 2024: 82 transactions that make an account each, of several owners, 13 of them token accounts of 74 bytes, and 28 updates of address trees. Several share a slot.',
    origin: DEVNET,
  },
  'oldids2-indexing-bug': {
    about:
      'Updates of an address tree alone: they use compression and make no account. Program ids before August 2024.',
    origin: LOCAL,
  },
  'oldids2-lamport-transfers': {
    about: 'SOL is compressed and sent on twice. Program ids before August 2024.',
    origin: LOCAL,
  },
  'oldids2-mint-and-transfer-new': {
    about: 'Tokens are minted and sent three times; token data of 75 bytes. Program ids before August 2024.',
    origin: LOCAL,
  },
  'oldids2-mint-missing-token-accounts': {
    about: 'Tokens are minted twice. Program ids before August 2024.',
    origin: LOCAL,
  },
  'svm-delegates': {
    about:
      'Two delegates over two mints and two owners, with a revoke, a transfer by a delegate and a frozen account; two events in two groups of one transaction; an account made and spent in one; a lookup table; a failed transaction with a whole event; transactions without compression.',
    origin: {
      chain: 'LiteSVM 1.5.0, no chain: slots and times were chosen',
      kind: 'made',
      from: 'this project, with the Light programs of @lightprotocol/zk-compression-cli 0.28.3',
    },
  },
  'v1-lamport-transfers': { about: 'SOL is compressed and sent on twice; plain accounts.', origin: LOCAL },
  'v1-lamport-transfers-more': { about: 'Two more transfers of SOL, of two other validators.', origin: LOCAL },
  'v1-mainnet-large-discriminator': {
    about: 'An account whose discriminator no float holds: 9991487577130987603. Recorded in the json encoding.',
    origin: MAINNET,
  },
  'v1-mint-and-transfer': {
    about: 'Tokens are minted to one owner and sent three times between two; four accounts stay.',
    origin: LOCAL,
  },
  'v2-account-interface': {
    about:
      'The life of a compressed mint beside two token accounts: the token program owns accounts that are no token accounts, and accounts have addresses.',
    origin: LOCAL,
  },
  'v2-append-then-nullify': {
    about:
      'Accounts with SOL and a token account while foresters append and nullify in batches; two pairs of transactions share a slot.',
    origin: LOCAL,
  },
  'v2-compress-and-close-tlv': {
    about:
      'The whole block around a transaction in which the registry calls the token program: five token accounts with extensions, in the short account layout.',
    origin: DEVNET,
  },
  'v2-mixed-inputs-mainnet': {
    about:
      'Four accounts of three trees, v1 and v2, are spent and none is made; nothing knows the inputs. Header, fee and block time are placeholders, the signature fits another message.',
    origin: {
      chain: 'mainnet-beta',
      kind: 'public',
      from: 'instruction data and account lists that Light Protocol publishes in a test, put together again',
    },
  },
  'v2-new-addresses-1': {
    about: 'Fifty accounts with an address each, then five batches of foresters for the address tree.',
    origin: LOCAL,
  },
  'v2-new-addresses-2': {
    about: 'Twenty-five transactions with two addresses each and no account, then five batches of foresters.',
    origin: LOCAL,
  },
  'v2-state-tree': {
    about:
      'One owner compresses SOL fifty times and sends each account to somebody else; then fifteen batches of foresters, which change no answer.',
    origin: LOCAL,
  },
  'v2-tokens': {
    about:
      'Three token accounts with lamports in them, spent together into four, with the lamports left over in a plain account.',
    origin: LOCAL,
  },
}
