import { createHash } from 'node:crypto'
import { once } from '../platform/once'
import { ownMember } from '../platform/own-member'

/*
 * Names of instructions by the first bytes of their data, from the programs' sources and logs; never from the transaction
 * itself.
 */

interface NamedInstructions {
  source: string
  names: ReadonlyMap<string, string>
}

const LIGHT = 'Light Protocol, sources of the programs'
const SOLANA = 'Solana, sources of the native programs'
const SPL = 'Solana Program Library, token program'

/** Anchor: the discriminator is the first eight bytes of SHA-256 of `global:` and the name. @param names apart by spaces */
function anchor(names: string): [string, string][] {
  return names
    .split(/\s+/)
    .map((name) => [
      createHash('sha256').update(`global:${name}`).digest('hex').slice(0, 16),
      name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    ])
}

/** @param names apart by spaces; `-`: a number without a name */
function numbered(bytes: 1 | 4, first: number, names: string): [string, string][] {
  return names.split(/\s+/).flatMap((name, i): [string, string][] => {
    const number = Buffer.alloc(bytes)
    number.writeUIntLE(first + i, 0, bytes)
    return name === '-' ? [] : [[number.toString('hex'), name]]
  })
}

const SYSTEM_NAMES = anchor(
  'invoke invoke_cpi invoke_cpi_with_read_only invoke_cpi_with_account_info execute_compressed_transaction',
)

const COMPRESSION_NAMES = anchor(`insert_into_queues insert_into_nullifier_queues append_leaves_to_merkle_trees
  insert_addresses insert_into_indexed_arrays nullify_leaves update_address_merkle_tree batch_append batch_nullify
  batch_update_address_tree rollover_batched_state_merkle_tree rollover_batched_address_merkle_tree
  rollover_state_merkle_tree_and_nullifier_queue rollover_address_merkle_tree_and_queue
  initialize_batched_state_merkle_tree initialize_batched_address_merkle_tree
  initialize_state_merkle_tree_and_nullifier_queue initialize_address_merkle_tree_and_queue migrate_state`)

const TOKEN_NAMES = [
  ...anchor(`create_token_pool add_token_pool mint_to batch_compress compress_spl_token_account transfer approve revoke
    freeze thaw burn`),
  ...numbered(
    1,
    100,
    'CreateAssociatedTokenAccount Transfer2 CreateAssociatedTokenAccountIdempotent MintAction Claim WithdrawFundingPool',
  ),
]

const ON_CHAIN_TOKEN_NAMES = numbered(
  1,
  3,
  `Transfer Approve Revoke - MintTo Burn CloseAccount FreezeAccount ThawAccount TransferChecked ApproveChecked
  MintToChecked BurnChecked - - CreateTokenAccount`,
)

const REGISTRY_NAMES = anchor(`nullify batch_append batch_nullify batch_update_address_tree update_address_merkle_tree
  register_forester register_forester_epoch finalize_registration report_work claim compress_and_close
  rollover_batched_state_merkle_tree rollover_batched_address_merkle_tree`)

const SPL_TOKEN_NAMES = numbered(
  1,
  0,
  `InitializeMint InitializeAccount InitializeMultisig Transfer Approve Revoke SetAuthority MintTo Burn CloseAccount
  FreezeAccount ThawAccount TransferChecked ApproveChecked MintToChecked BurnChecked InitializeAccount2 SyncNative
  InitializeAccount3 InitializeMultisig2 InitializeMint2 GetAccountDataSize InitializeImmutableOwner AmountToUiAmount
  UiAmountToAmount InitializeMintCloseAuthority`,
)

const NATIVE_NAMES = numbered(
  4,
  0,
  `CreateAccount Assign Transfer CreateAccountWithSeed AdvanceNonceAccount WithdrawNonceAccount InitializeNonceAccount
  AuthorizeNonceAccount Allocate AllocateWithSeed AssignWithSeed TransferWithSeed UpgradeNonceAccount`,
)

const BUDGET_NAMES = numbered(
  1,
  1,
  'RequestHeapFrame SetComputeUnitLimit SetComputeUnitPrice SetLoadedAccountsDataSizeLimit',
)

const named = (source: string, ...names: [string, string][]): NamedInstructions => ({ source, names: new Map(names) })

const programs = once('instruction names', (): Readonly<Record<string, NamedInstructions>> => {
  const system = named(LIGHT, ...SYSTEM_NAMES, ['e97047427921b2bc', 'CreateCpiContextAccount'])
  const compression = named(LIGHT, ...COMPRESSION_NAMES)
  const token = named(LIGHT, ...TOKEN_NAMES, ...ON_CHAIN_TOKEN_NAMES)
  const registry = named(LIGHT, ...REGISTRY_NAMES)
  const splToken = named(SPL, ...SPL_TOKEN_NAMES)
  return {
    SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7: system,
    H5sFv8VwWmjxHYS2GB4fTDsK7uTtnRT4WiixtHrET3bN: system,
    '6UqiSPd2mRCTTwkzhcs1M6DGYsqHWd5jiPueX3LwDMXQ': system,
    compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq: compression,
    CbjvJc1SNx1aav8tU49dJGHu8EUdzQJSMtkjDmV8miqK: compression,
    '5QPEJ5zDsVou9FQS3KCauKswM3VwBEBu4dpL9xTqkWwN': compression,
    cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m: token,
    HXVfQ44ATEi9WBKLSCCwM54KokdkzqXci9xCQ7ST9SYN: named(LIGHT, ...TOKEN_NAMES),
    '9sixVEthz2kMSKfeApZXHwuboT6DZuT6crAYJTciUCqE': named(LIGHT, ...TOKEN_NAMES),
    Lighton6oQpVkeewmo2mcPTQQp7kYHr4fWpAgJyEmDX: registry,
    '7Z9Yuy3HkBCc2Wf3xzMGnz6qpV4n7ciwcoEMGKqhAnj1': registry,
    TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: splToken,
    TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: splToken,
    '11111111111111111111111111111111': named(SOLANA, ...NATIVE_NAMES),
    ComputeBudget111111111111111111111111111111: named(SOLANA, ...BUDGET_NAMES),
  }
})

/** Longest first: an eight-byte discriminator must not match a single byte. */
const SIZES = [8, 4, 1]

export interface InstructionName {
  discriminator: string
  name: string | null
  source: string | null
}

export function instructionName(program: string, data: Uint8Array): InstructionName {
  const known = ownMember(programs(), program)
  for (const size of SIZES) {
    const start = Buffer.from(data.subarray(0, size)).toString('hex')
    const name = data.length >= size ? known?.names.get(start) : undefined
    if (name !== undefined) return { discriminator: start, name, source: known?.source ?? null }
  }
  return { discriminator: Buffer.from(data.subarray(0, 8)).toString('hex'), name: null, source: null }
}
