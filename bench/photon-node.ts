import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { base58 } from '@scure/base'
import { randomFrom } from '@/lib/testing/indexer/random'
import {
  groupV2,
  key,
  type MadeAccount,
  PROGRAMS,
  tokenData,
  transactionOf,
} from '@/lib/testing/indexer/synthetic-chain'
import { GENESIS_HASH, madeHash } from '@/lib/testing/node/made-chain'

/*
 * A stand-in of a Solana node as a process of its own, with the load of facts/photon-wire.md 15: `node … compression BLOCKS` has
 * twenty compression transactions a block, `node … mainnet BLOCKS` 1,208 transactions of 5.8 kB, four of them compression, with
 * members in the order of a real node. Every answer is made before the first request: it costs hardly more than to send it.
 */

const [kind = '', count = '0'] = process.argv.slice(2)
const BLOCKS = Number(count)

/** Compression transactions of a block. */
const OURS = kind === 'mainnet' ? 4 : 20

/** Other transactions of a block; a few blocks' worth are made, and used again. */
const OTHERS = kind === 'mainnet' ? 1204 : 0
const KINDS_OF_OTHERS = 400

const random = randomFrom(20_261_126)
const WALLETS = 50

function bytesOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, () => Math.floor(random() * 256))
}
const anyKey = () => base58.encode(bytesOf(32))
const list = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i))

/** A transaction that swaps: logs, inner instructions, balances, an address table. */
function otherTransaction(): string {
  const balances = list(38, () => Math.floor(random() * 1e10))
  const tokenBalances = list(2, (i) => ({
    accountIndex: i + 1,
    mint: anyKey(),
    owner: anyKey(),
    programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    uiTokenAmount: { amount: '1234567', decimals: 6, uiAmount: 1.234567, uiAmountString: '1.234567' },
  }))
  const inner = (index: number) => ({
    index,
    instructions: list(5, () => ({
      accounts: [1, 2, 3, 4, 5, 6, 7],
      data: base58.encode(bytesOf(40)),
      programIdIndex: 12,
      stackHeight: 2,
    })),
  })
  return JSON.stringify({
    meta: {
      computeUnitsConsumed: 123_456,
      err: null,
      fee: 5000,
      innerInstructions: [inner(2), inner(3)],
      loadedAddresses: { readonly: list(6, anyKey), writable: list(6, anyKey) },
      logMessages: list(24, (i) =>
        i % 3 ? `Program ${anyKey()} invoke [${i % 3}]` : 'Program log: Instruction: Swap',
      ),
      postBalances: balances,
      postTokenBalances: tokenBalances,
      preBalances: balances,
      preTokenBalances: tokenBalances,
      rewards: [],
      status: { Ok: null },
    },
    // One signature, and a message that nobody has to read.
    transaction: [Buffer.of(1, ...bytesOf(620)).toString('base64'), 'base64'],
    version: 0,
  })
}

/** Tokens, of which one in two can be moved by a delegate; each transaction spends what another one made long ago. */
function ourTransaction(n: number): string {
  const accountAt = (n: number, i: number): MadeAccount => ({
    hash: key(`account ${n}/${i}`),
    owner: i === 0 ? key(`owner ${n % WALLETS}`) : PROGRAMS.tokenBytes,
    leafIndex: n * 2 + i,
    lamports: 2n ** 63n + BigInt(n),
    data:
      i === 0
        ? { discriminator: 2n ** 64n - 1n, data: bytesOf(60), dataHash: key('data hash') }
        : tokenData({
            mint: key(`mint ${n % 3}`),
            owner: key(`wallet ${n % WALLETS}`),
            amount: BigInt(n),
            delegate: n % 2 ? key('delegate') : null,
          }),
  })
  const inputs = n >= 2000 && n % 2 ? [accountAt(n - 2000, 1).hash] : []
  const { transaction, meta, version } = transactionOf(`made ${n}`, [
    groupV2({ inputs, outputs: [accountAt(n, 0), accountAt(n, 1)] }),
  ])
  return JSON.stringify({ meta, transaction, version: version ?? 'legacy' })
}

const others = list(OTHERS > 0 ? KINDS_OF_OTHERS : 0, otherTransaction)
const FIRST = 1000

function blockText(n: number): string {
  const entries = list(OTHERS, (i) => others[(n * 7 + i) % KINDS_OF_OTHERS] ?? '')
  for (let i = 0; i < OURS; i++) entries.splice(i * 300, 0, ourTransaction(n * OURS + i))
  const hashOf = (n: number) => madeHash(`block ${n}`)
  const head = `"blockHeight":${n},"blockTime":${1_700_000_000 + n},"blockhash":"${hashOf(n)}","parentSlot":${FIRST + n - 1}`
  return `{${head},"previousBlockhash":"${hashOf(n - 1)}","transactions":[${entries.join(',')}]}`
}

const answer = (result: string) => Buffer.from(`{"jsonrpc":"2.0","result":${result},"id":1}`)
const blocks = list(BLOCKS, (n) => answer(blockText(n)))
const TREE = Buffer.from([
  ...[172, 43, 172, 186, 29, 73, 219, 84],
  ...base58.decode('24rt4RgeyjUCWGS2eF7L7gyNMuz6JWdqYpAvb1KRoHxs'),
]).toString('base64')

function answerTo(method: string, first: unknown): Buffer {
  switch (method) {
    case 'getGenesisHash':
      return answer(`"${GENESIS_HASH}"`)
    case 'getSlot':
      return answer(String(FIRST + BLOCKS - 1))
    case 'getFirstAvailableBlock':
      return answer('0')
    case 'getAccountInfo':
      return answer(
        `{"context":{"slot":${FIRST}},"value":{"owner":"${PROGRAMS.compression}","data":["${TREE}","base64"]}}`,
      )
    case 'getBlock': {
      const block = blocks[Number(first) - FIRST]
      if (block) return block
    }
  }
  return Buffer.from('{"jsonrpc":"2.0","error":{"code":-32007,"message":"Slot was skipped"},"id":1}')
}

const server = http.createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const { method, params = [] } = JSON.parse(Buffer.concat(chunks).toString()) as { method: string; params?: unknown[] }
  const bytes = answerTo(method, params[0])
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  const mb = blocks.reduce((sum, { length }) => sum + length, 0) / 1e6
  console.log(`serving ${mb.toFixed(0)} MB at http://127.0.0.1:${port}`)
})
process.on('SIGINT', () => process.exit(0))
