import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { base58 } from '@scure/base'
import { encodeBase58 } from '@/lib/protocol/base58'
import type { Instruction } from '@/lib/protocol/light/groups'
import { invoke } from '@/lib/protocol/light/layouts'
import { DISCRIMINATORS } from '@/lib/protocol/light/system-instruction'
import { MADE_SIGNER } from '@/lib/testing/indexer/account-chain'
import {
  groupV1,
  instructionData,
  key,
  PROGRAM_IDS,
  SOMEONE,
  transactionOf,
} from '@/lib/testing/indexer/synthetic-chain'
import { GENESIS_HASH } from '@/lib/testing/node/made-chain'
import { addressOf } from '@/lib/testing/stand-in/fixtures'

/*
 * What attacks an explorer, as a process of its own: indexers whose lists of some owners have no end, and a chain node that
 * answers what no transaction can hold. Sends its environment and the paths to request once it serves.
 */

const SLOT = 418_880_000
const TREE = base58.encode(key('tree'))
const PAGE = 1_000
const FEW = 10
/** Owners of endless lists: bytes of each row’s data, and whether pages keep the order of their cursor. */
const ENDLESS = new Map(
  [72, 6_000].flatMap((bytes) =>
    [true, false].flatMap((inOrder) =>
      Array.from({ length: 4 }, (_, n) => [addressOf(`${bytes} ${inOrder} ${n}`), { bytes, inOrder }] as const),
    ),
  ),
)

interface Listing {
  owner: string
  cursor?: string | null
  limit?: number | null
  filters?: { memcmp: { offset: number; bytes: string } }[] | null
}

/** A page of rows; the number of the first stands in the cursor, which is the hash of the last one. */
function accountsOf({ owner, cursor, limit, filters }: Listing): string {
  const endless = ENDLESS.get(owner)
  const fixed = (filters ?? []).map(({ memcmp: { offset, bytes } }) => ({ offset, bytes: base58.decode(bytes) }))
  // Parts end where five bytes are named: until then each has to be split.
  const isEndless = endless !== undefined && fixed.reduce((sum, { bytes }) => sum + bytes.length, 0) < 5
  const count = isEndless ? Math.min(limit ?? PAGE, PAGE) : FEW
  const from = cursor ? Buffer.from(base58.decode(cursor)).readUInt32BE(1) + 1 : 0
  const seed = createHash('sha256').update(owner).update(JSON.stringify(fixed)).digest()
  const filling = Buffer.alloc(endless?.bytes ?? 72, seed)
  let last = ''
  const rows = Array.from({ length: count }, (_, i) => {
    const hash = createHash('sha256')
      .update(seed)
      .update(String(from + i))
      .digest()
    hash[0] = 0
    hash.writeUInt32BE(from + i, 1)
    // Out of the order of their hashes, as the reference indexer gives them.
    if (endless && !endless.inOrder) hash[1] = (i * 37) & 0x7f
    last = encodeBase58(hash)
    hash.copy(filling, 0, 8)
    for (const { offset, bytes } of fixed) filling.set(bytes.subarray(0, Math.max(0, filling.length - offset)), offset)
    const data = `{"discriminator":2,"data":"${filling.toString('base64')}","dataHash":"${TREE}"}`
    return `{"hash":"${last}","address":null,"data":${data},"owner":"${owner}","lamports":1,"tree":"${TREE}","leafIndex":${from + i},"seq":1,"slotCreated":${SLOT}}`
  })
  return `{"context":{"slot":${SLOT}},"value":{"items":[${rows}],"cursor":${isEndless ? `"${last}"` : null}}}`
}

const list = (items: string) => `{"context":{"slot":${SLOT}},"value":{"items":[${items}],"cursor":null}}`
const INDEXER: Record<string, (params: never) => string> = {
  getIndexerHealth: () => '"ok"',
  getIndexerSlot: () => String(SLOT),
  getCompressedAccountsByOwner: accountsOf,
  getLatestCompressionSignatures: () => list(''),
  getCompressionSignaturesForAccount: () => list(''),
}

const NOTHING: Instruction = { program: SOMEONE, accounts: [], data: Uint8Array.of(1, 2, 3, 4) }
const signatureOf = (wire: string) => base58.encode(Buffer.from(wire, 'base64').subarray(1, 65))

/** Signed transactions, as a node gives them, by signature. */
const transactions = new Map<string, string>()

/** Adds a transaction, and says its signature. `tampered`: what the node makes of its text. */
function signed(name: string, inner: Instruction[], tampered = (text: string) => text): string {
  const made = transactionOf(name, [[NOTHING, ...inner]], { signer: MADE_SIGNER, fee: 5_000n })
  const [wire] = made.transaction as [string]
  const { meta, transaction, version = 'legacy' } = made
  const text = JSON.stringify(
    { slot: SLOT, blockTime: 1_700_000_000, transaction, meta, version },
    (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
  )
  transactions.set(signatureOf(wire), tampered(text))
  return signatureOf(wire)
}

/** 10 kB in which a Light system instruction names 190 inputs. */
function inputsOf(name: string): Instruction {
  const packed = {
    account: { owner: key(name), lamports: 1n, address: null, data: null },
    merkleContext: { treeIndex: 0, queueIndex: 0, leafIndex: 7, proveByIndex: true },
    rootIndex: 0,
    readOnly: false,
  }
  const none = { proof: null, outputs: [], relayFee: null, newAddresses: [], lamports: null, isCompress: false }
  const data = invoke.encode({ ...none, inputs: Array(190).fill(packed) })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return {
    program: PROGRAM_IDS.lightSystem,
    accounts: [...Array<string>(9).fill(SOMEONE), TREE],
    data: instructionData(DISCRIMINATORS.invoke, length, data),
  }
}

/** A v1 event of 10 kB that says that 310 hashes were spent. */
function eventOf(name: string): Instruction[] {
  return groupV1({ inputs: each(310, (i) => key(`${name} ${i}`)) }).slice(1)
}

/** 1 MB, more than a transaction can spend, or as much as the explorer believes; no input makes a hash. */
function spending(name: string, isBelieved: boolean): Instruction[] {
  const [inputs, events] = isBelieved ? [6, 4] : [50, 50]
  return [...each(inputs, (n) => inputsOf(`${name} ${n}`)), ...each(events, (n) => eventOf(`${name} ${n}`)).flat()]
}

function each<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n))
}

const nested = '['.repeat(4_000_000) + ']'.repeat(4_000_000)
const signatures = each(4, (n) => [
  signed(`inner ${n}`, Array(40_000).fill(NOTHING)),
  signed(`inputs ${n}`, spending(`${n}`, n % 2 === 0)),
  signed(`nested ${n}`, [], (text) => text.replace('"meta":{', () => `"meta":{"more":${nested},`)),
]).flat()
const NODE: Record<string, (params: unknown[]) => string> = {
  getGenesisHash: () => `"${GENESIS_HASH}"`,
  getSlot: () => String(SLOT + 100),
  getTransaction: ([signature]) => transactions.get(String(signature)) ?? 'null',
}

async function serve(results: Record<string, (params: never) => string>): Promise<string> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(String(Buffer.concat(chunks))) as Record<string, unknown>
      const result = results[String(method)]?.((params ?? {}) as never)
      response.setHeader('content-type', 'application/json')
      response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result ?? null}}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Two of each kind are compared, two read whole. */
const listOf = (owner: string, { inOrder }: { inOrder: boolean }, n: number) =>
  n % 4 < 2
    ? `/api/v1/compare?what=owner&owner=${owner}${inOrder ? '' : '&parts=true'}`
    : `/api/v1/getCompressedAccountsByOwner?owner=${owner}&whole=true`
const [near, far, node] = [await serve(INDEXER), await serve(INDEXER), await serve(NODE)]
process.on('disconnect', () => process.exit(0))
process.send?.({
  env: { INDEXER_URL: `near=${near},near=${far}`, CHAIN_URL: `near=${node}` },
  paths: [
    ...[...ENDLESS].map(([owner, list], n) => listOf(owner, list, n)),
    ...signatures.flatMap((signature) => [`/tx/${signature}`, `/api/v1/transaction?signature=${signature}`]),
  ],
})
