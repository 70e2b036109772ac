import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import type { Instruction } from '@/lib/protocol/light/groups'
import type { NodeTransaction } from '@/lib/protocol/solana/node-transaction'
import { AccountChain, MADE_SIGNER, plainData, tokenFieldsOf } from '@/lib/testing/indexer/account-chain'
import { key, PROGRAM_IDS, SOMEONE, transactionOf } from '@/lib/testing/indexer/synthetic-chain'

/* Transactions of kinds that no recording has: they are built as the programs would write them, and were never executed. */

const SPL = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

export const MINT = key('mint')
export const WALLET = key('wallet')
export const SPL_ACCOUNT = base58.encode(key('spl account'))
export const LIGHT_ACCOUNT = base58.encode(key('light account'))
const OTHER_LIGHT_ACCOUNT = base58.encode(key('other light account'))
export const [TREE, NEW_TREE] = [base58.encode(key('tree')), base58.encode(key('new tree'))]

const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)]

const anchor = (name: string) => [...createHash('sha256').update(`global:${name}`).digest().subarray(0, 8)]

const MODES = { compress: 0, decompress: 1, close: 2 }

interface Crossing {
  mode: keyof typeof MODES
  amount: bigint
  account: string
}

/** Transfer2 with these compressions; `fixed` accounts stand before the mint and those on the chain. */
function transfer2(crossings: Crossing[], fixed: number): Instruction {
  const accounts = [
    ...Array<string>(fixed).fill(SOMEONE),
    base58.encode(MINT),
    ...crossings.map(({ account }) => account),
  ]
  const list = crossings.flatMap(({ mode, amount }, i) => [MODES[mode], ...u64(amount), 0, i + 1, 0, 0, 0, 0, 0])
  const compressedAccounts = fixed === 2 ? 0 : 1
  const data = [101, ...Array<number>(7).fill(0), 0, 1, crossings.length, 0, 0, 0, ...list, 0, compressedAccounts]
  return { program: PROGRAM_IDS.token, accounts, data: Uint8Array.from([...data, 0, 0, 0, 0, 0, 0, 0]) }
}

async function pool(): Promise<string> {
  const seeds = ['pool', getAddressEncoder().encode(base58.encode(MINT) as Address)]
  const [address] = await getProgramDerivedAddress({ programAddress: PROGRAM_IDS.token as Address, seeds })
  return address
}

function splTransfer(from: string, to: string, amount: bigint): Instruction {
  return { program: SPL, accounts: [from, to, SOMEONE], data: Uint8Array.from([3, ...u64(amount)]) }
}

const tokens = (amount: bigint) => tokenFieldsOf(1, { mint: MINT, owner: WALLET, amount })

/** By name, and what each consumes: transactions of one chain. */
export async function madeTransfers(): Promise<Map<string, NodeTransaction[]>> {
  const token = (name: string): Instruction => ({
    program: PROGRAM_IDS.token,
    accounts: [SOMEONE, SOMEONE],
    data: Uint8Array.from([...anchor(name), ...Array<number>(8).fill(0)]),
  })
  const compressed = [token('transfer'), splTransfer(SPL_ACCOUNT, await pool(), 5n)]
  const crossing = (mode: Crossing['mode'], account: string) => [{ mode, account, amount: 5n }]
  const asNode = (chain: AccountChain) =>
    [...chain.transactions.values()].map((one): NodeTransaction => ({ ...one, unchecked: false, logsLeftOut: 0 }))
  const made = (callers: Instruction[], before: bigint[], after: bigint[]) => {
    const chain = new AccountChain('v2', 'readOnly')
    const inputs = before.length === 0 ? [] : chain.change({ outputs: before.map(tokens) })
    chain.change({ callers, inputs, outputs: after.map(tokens) })
    return asNode(chain)
  }
  const alone = (name: string, group: Instruction[]) => {
    const about = { signature: name, slot: 1, blockTime: 1, finalized: true, unchecked: false, logsLeftOut: 0 }
    return [{ ...transactionOf(name, [group], { signer: MADE_SIGNER }), ...about }]
  }
  const between = (from: string, to: string) =>
    transfer2(
      [
        { mode: 'compress', amount: 5n, account: from },
        { mode: 'decompress', amount: 5n, account: to },
      ],
      2,
    )
  const rollover = (program: string): Instruction => ({
    program,
    accounts: [SOMEONE, SOMEONE, SOMEONE, NEW_TREE, TREE],
    data: Uint8Array.from([...anchor('rollover_batched_state_merkle_tree'), ...Array<number>(8).fill(0)]),
  })
  const closing = new AccountChain('v2', 'readOnly')
  const address = key('address')
  const account = { owner: key('program'), lamports: 7n, address, data: plainData(Uint8Array.of(1)) }
  closing.change({ inputs: closing.change({ outputs: [account] }) })
  return new Map([
    ['compressed', made(compressed, [], [5n])],
    ['compressed in part', made([transfer2(crossing('compress', LIGHT_ACCOUNT), 7)], [], [5n])],
    ['loaded', made([transfer2(crossing('decompress', LIGHT_ACCOUNT), 7)], [7n], [2n])],
    [
      'decompressed',
      made([transfer2(crossing('decompress', SPL_ACCOUNT), 7), splTransfer(await pool(), SPL_ACCOUNT, 5n)], [7n], [2n]),
    ],
    ['wrapped', alone('wrapped', [between(SPL_ACCOUNT, LIGHT_ACCOUNT), splTransfer(SPL_ACCOUNT, await pool(), 5n)])],
    [
      'unwrapped',
      alone('unwrapped', [between(LIGHT_ACCOUNT, SPL_ACCOUNT), splTransfer(await pool(), SPL_ACCOUNT, 5n)]),
    ],
    ['on the chain', alone('on the chain', [between(LIGHT_ACCOUNT, OTHER_LIGHT_ACCOUNT)])],
    ['rolled over', alone('rolled over', [rollover(PROGRAM_IDS.compression)])],
    ['of another program', alone('of another program', [rollover(SOMEONE)])],
    ['closed', asNode(closing)],
  ])
}
