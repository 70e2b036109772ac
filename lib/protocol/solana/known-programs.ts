/* A fixed list, since names on the chain can be forged (facts/reliability.md S12). features.md a51. */

/** When this list was last compared with its sources. */
export const PROGRAMS_COMPARED_ON = '2026-11-20'

export const LIGHT = 'Light Protocol, programs of ZK Compression'
const LIGHT_OLD = 'Light Protocol, programs of 2024'
const SPL = 'Solana Program Library, deployed programs'
const SOLANA = 'Solana documentation, native programs and sysvars'

export interface KnownProgram {
  name: string
  source: string
}

export const KNOWN_PROGRAMS: Readonly<Record<string, KnownProgram>> = {
  SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7: { name: 'Light system program', source: LIGHT },
  compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq: { name: 'Account compression program', source: LIGHT },
  cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m: { name: 'Light Token Program', source: LIGHT },
  Lighton6oQpVkeewmo2mcPTQQp7kYHr4fWpAgJyEmDX: { name: 'Light registry', source: LIGHT },
  noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV: { name: 'Noop program', source: LIGHT },
  CbjvJc1SNx1aav8tU49dJGHu8EUdzQJSMtkjDmV8miqK: {
    name: 'Account compression program, until August 2024',
    source: LIGHT_OLD,
  },
  H5sFv8VwWmjxHYS2GB4fTDsK7uTtnRT4WiixtHrET3bN: { name: 'Light system program, until August 2024', source: LIGHT_OLD },
  HXVfQ44ATEi9WBKLSCCwM54KokdkzqXci9xCQ7ST9SYN: {
    name: 'Compressed token program, until August 2024',
    source: LIGHT_OLD,
  },
  '7Z9Yuy3HkBCc2Wf3xzMGnz6qpV4n7ciwcoEMGKqhAnj1': { name: 'Light registry, until August 2024', source: LIGHT_OLD },
  '5QPEJ5zDsVou9FQS3KCauKswM3VwBEBu4dpL9xTqkWwN': {
    name: 'Account compression program, until May 2024',
    source: LIGHT_OLD,
  },
  '6UqiSPd2mRCTTwkzhcs1M6DGYsqHWd5jiPueX3LwDMXQ': { name: 'Light system program, until May 2024', source: LIGHT_OLD },
  '9sixVEthz2kMSKfeApZXHwuboT6DZuT6crAYJTciUCqE': {
    name: 'Compressed token program, until May 2024',
    source: LIGHT_OLD,
  },
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: { name: 'Token program', source: SPL },
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: { name: 'Token-2022 program', source: SPL },
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: { name: 'Associated token account program', source: SPL },
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: { name: 'Memo program', source: SPL },
  Memo1UhkJRfHyvLMcVucJwxXeuD728EqVddwQDwFMNo: { name: 'Memo program, version 1', source: SPL },
  '11111111111111111111111111111111': { name: 'System program', source: SOLANA },
  Vote111111111111111111111111111111111111111: { name: 'Vote program', source: SOLANA },
  Stake11111111111111111111111111111111111111: { name: 'Stake program', source: SOLANA },
  Config1111111111111111111111111111111111111: { name: 'Config program', source: SOLANA },
  ComputeBudget111111111111111111111111111111: { name: 'Compute budget program', source: SOLANA },
  AddressLookupTab1e1111111111111111111111111: { name: 'Address lookup table program', source: SOLANA },
  NativeLoader1111111111111111111111111111111: { name: 'Native loader', source: SOLANA },
  BPFLoader1111111111111111111111111111111111: { name: 'BPF loader 1', source: SOLANA },
  BPFLoader2111111111111111111111111111111111: { name: 'BPF loader 2', source: SOLANA },
  BPFLoaderUpgradeab1e11111111111111111111111: { name: 'Upgradeable BPF loader', source: SOLANA },
  Ed25519SigVerify111111111111111111111111111: { name: 'Ed25519 program', source: SOLANA },
  KeccakSecp256k11111111111111111111111111111: { name: 'Secp256k1 program', source: SOLANA },
  SysvarC1ock11111111111111111111111111111111: { name: 'Clock sysvar', source: SOLANA },
  SysvarEpochRewards1111111111111111111111111: { name: 'Epoch rewards sysvar', source: SOLANA },
  SysvarEpochSchedu1e111111111111111111111111: { name: 'Epoch schedule sysvar', source: SOLANA },
  Sysvar1nstructions1111111111111111111111111: { name: 'Instructions sysvar', source: SOLANA },
  SysvarLastRestartS1ot1111111111111111111111: { name: 'Last restart slot sysvar', source: SOLANA },
  SysvarRecentB1ockHashes11111111111111111111: { name: 'Recent blockhashes sysvar', source: SOLANA },
  SysvarRent111111111111111111111111111111111: { name: 'Rent sysvar', source: SOLANA },
  SysvarS1otHashes111111111111111111111111111: { name: 'Slot hashes sysvar', source: SOLANA },
  SysvarS1otHistory11111111111111111111111111: { name: 'Slot history sysvar', source: SOLANA },
  SysvarStakeHistory1111111111111111111111111: { name: 'Stake history sysvar', source: SOLANA },
}

export function knownProgram(address: string): KnownProgram | null {
  return Object.hasOwn(KNOWN_PROGRAMS, address) ? (KNOWN_PROGRAMS[address] ?? null) : null
}
