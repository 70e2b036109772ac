import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { AccountChain, indexed, serveChain } from '@/lib/testing/indexer/account-chain'
import { updated } from '@/lib/testing/indexer/history-walks'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import { inBase64 } from '@/lib/testing/recordings/wire'
import { until } from '@/lib/testing/until'
import { chainOf } from '@/lib/upstream/chain/node'
import { networkNamed } from '@/lib/upstream/networks/networks'

/* A transaction is signed, its node's statements about it are not: the explorer refuses the answer or reports what is true. */

const explorer = explorerPerTest()
const chain = new AccountChain('v2', 'readOnly', { slot: 418_000_000 })
updated(chain, 2)
// The newest one identifies the node's chain.
const [signature, made] = [...chain.transactions][0] ?? []
if (!signature || !made) throw new Error('no transaction')
const right = {
  slot: made.slot,
  blockTime: made.blockTime,
  transaction: made.transaction,
  meta: {
    ...(made.meta as object),
    computeUnitsConsumed: 4321,
    logMessages: ['Program log: one'],
    preBalances: [1],
    postTokenBalances: [],
    rewards: [],
    returnData: null,
  },
  version: made.version,
}

let node: NodeStandIn

beforeEach(async () => {
  node = await nodeOfTest()
  // What is not finalized is not stored.
  serveChain(node, chain, chain.slot + 1)
  vi.stubEnv('CHAIN_URL', `near=${node.url}`)
  await explorer.restart()
  Object.assign(explorer.indexer.data, indexed(chain))
})

interface Answered {
  status: number
  body: { code?: string; result?: Record<string, unknown> }
}

async function answerTo(body: string, asked = signature): Promise<Answered> {
  // Expires cached answers and closes breakers.
  explorer.clock.skip(4_000_000)
  const before = node.requests.length
  node.script = ({ method, params }) => (method === 'getTransaction' && params[0] === asked ? { body } : null)
  const { status, text } = await explorer.get(`transaction?signature=${asked}`)
  expect(node.requests.slice(before).map(({ params }) => params[0])).toContain(asked)
  // Calls in flight must not meet the time that is skipped next.
  await until(() => callsEnded() >= node.requests.length)
  return { status, body: parseJson(text) as Answered['body'] }
}

function callsEnded(): number {
  const network = networkNamed('near')
  const outcomes = Object.values((network && chainOf(network)?.counts.calls) ?? {})
  return outcomes.flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0)
}

const envelope = (result: string) => `{"jsonrpc":"2.0","id":1,"result":${result}}`

function withMember(name: string, json: string): string {
  const meta = stringifyJson({ ...right.meta, [name]: undefined })
  const whole = `${meta.slice(0, -1)},${JSON.stringify(name)}:${json}}`
  return envelope(stringifyJson({ ...right, meta: 'META' }).replace('"META"', () => whole))
}

const MEMBERS = [
  'err',
  'fee',
  'logMessages',
  'preBalances',
  'postBalances',
  'preTokenBalances',
  'postTokenBalances',
  'innerInstructions',
  'loadedAddresses',
  'returnData',
  'computeUnitsConsumed',
  'rewards',
  'status',
  '__proto__',
  'constructor',
  'nobody knows it',
]

const FEW = ['err', 'logMessages', 'innerInstructions', 'nobody knows it']

const list = (count: number, item: string) => `[${Array(count).fill(item).join(',')}]`
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const REFUSED = { status: 502, body: { code: 'chain_mismatch' } }

const ODD = [
  ...['null', '-1', '1e999', '18446744073709551616', '"constructor"', '[]', '{}', '[null]', '{"__proto__":{"x":1}}'],
  ...[nested(90), JSON.stringify('x'.repeat(1_000_000)), list(20_000, '"x"')],
  list(10_000, '{"index":0,"instructions":[]}'),
]

describe('in any member of meta', () => {
  it.each([
    ['5,000 levels', nested(5_000), MEMBERS],
    ['300,000 members', `{${Array.from({ length: 300_000 }, (_, i) => `"m${i}":${i}`).join(',')}}`, FEW],
    ['200,000 levels of objects', objects(200_000), FEW],
    ['6 MB of digits', '7'.repeat(6_000_000), FEW],
    ['6 MB of brackets', '['.repeat(6_000_000), FEW],
    ['6 MB of closed brackets', list(2_000_000, '[]'), FEW],
  ])('%s are refused', async (_, json, members) => {
    for (const member of members) {
      expect({ member, ...(await answerTo(withMember(member, json))) }).toMatchObject({ member, ...REFUSED })
    }
  })

  it.each(MEMBERS)('%s: an odd value is refused, or changes nothing of what was signed', async (member) => {
    const signedPart = ({ status, body: { result } }: Answered) => {
      return { status, signature: result?.signature, signers: result?.signers, version: result?.version }
    }
    const before = signedPart(await answerTo(envelope(stringifyJson(right))))
    expect(before).toMatchObject({ status: 200, signature })
    for (const json of ODD) {
      const answered = await answerTo(withMember(member, json))
      if (answered.status === 200) expect(signedPart(answered)).toEqual(before)
      else expect({ json, ...answered }).toMatchObject(REFUSED)
    }
    expect(explorer.log.filter((line) => line.includes('api fault'))).toEqual([])
  })
})

describe('what is true of a transaction does not change', () => {
  it.each(['preBalances', 'postBalances', 'preTokenBalances', 'postTokenBalances', 'returnData', 'rewards', 'status'])(
    'with anything in meta.%s, which is not read',
    async (member) => {
      const { body } = await answerTo(envelope(stringifyJson(right)))
      expect((await answerTo(withMember(member, list(20_000, '"odd"')))).body.result).toEqual(body.result)
    },
  )

  it.each(['-1', '1.5', '1e999', '"1"', '[]', '{}', '18446744073709551616'])('%s is no number', async (json) => {
    for (const [member, name] of [
      ['computeUnitsConsumed', 'computeUnits'],
      ['fee', 'fee'],
    ] as const) {
      const { status, body } = await answerTo(withMember(member, json))
      expect({ status, value: body.result?.[name] }).toEqual({ status: 200, value: null })
    }
  })

  it('a u64 has every digit', async () => {
    for (const digits of ['9007199254740993', '123456789012345678', '18446744073709551615']) {
      const { body } = await answerTo(withMember('fee', digits))
      expect(body.result?.fee).toBe(BigInt(digits))
    }
  })

  it('a log beyond what is kept ends as the runtime’s own does', async () => {
    const { body } = await answerTo(withMember('logMessages', list(5_000, '"Program log: x"')))
    const logs = body.result?.logs as string[]
    expect([logs.length, logs[0], logs.at(-1)]).toEqual([1_001, 'Program log: x', 'Log truncated'])
  })
})

describe('more than a transaction can hold is refused', () => {
  const inner = { programIdIndex: 0, accounts: [0], data: '', stackHeight: 2 }
  const json = (instructions: unknown) => stringifyJson([{ index: 0, instructions }])
  const key = base58.encode(new Uint8Array(32).fill(7))

  it.each([
    ['128 instructions that others call', 'innerInstructions', json(Array(128).fill(inner))],
    ['2,000 of them', 'innerInstructions', json(Array(2_000).fill(inner))],
    ['40,000 of them', 'innerInstructions', json(Array(40_000).fill(inner))],
    ['2,000 that are none', 'innerInstructions', json(Array(2_000).fill(7))],
    [
      'a group for each of 2,000',
      'innerInstructions',
      stringifyJson(Array(2_000).fill({ index: 0, instructions: [inner] })),
    ],
    ['an instruction with 300 accounts', 'innerInstructions', json([{ ...inner, accounts: Array(300).fill(0) }])],
    ['an instruction with 1 MB of data', 'innerInstructions', json([{ ...inner, data: '1'.repeat(1_000_000) }])],
    ['an account that there is not', 'innerInstructions', json([{ ...inner, accounts: [-1] }])],
    ['a program that there is not', 'innerInstructions', json([{ ...inner, programIdIndex: 1.5 }])],
    ['300 loaded addresses', 'loadedAddresses', stringifyJson({ writable: Array(300).fill(key), readonly: [] })],
    [
      '200 of each kind',
      'loadedAddresses',
      stringifyJson({ writable: Array(200).fill(key), readonly: Array(200).fill(key) }),
    ],
    ['loaded addresses that are none', 'loadedAddresses', '{"writable":["<script>"],"readonly":[]}'],
    ['an error of 10,000 characters', 'err', JSON.stringify('E'.repeat(10_000))],
    ['an error with 20,000 members', 'err', `{"InstructionError":[0,${list(20_000, '{}')}]}`],
  ])('%s', async (_, member, value) => {
    expect(await answerTo(withMember(member, value))).toMatchObject(REFUSED)
  })

  it.each([
    ['129 instructions', 129, 0],
    ['1,000 instructions', 1_000, 0],
    ['bytes beyond any transaction', 1, 5_000],
    ['1 MB of bytes', 1, 1_000_000],
  ])('%s in what was signed', async (_, instructions, dataBytes) => {
    const { signature: asked, answer } = signedWith(instructions, dataBytes)
    expect(await answerTo(envelope(stringifyJson(answer)), asked)).toMatchObject(REFUSED)
  })

  it('but all that the runtime allows is shown', async () => {
    const { signature: asked, answer } = signedWith(64, 0)
    const { status, body } = await answerTo(envelope(stringifyJson(answer)), asked)
    expect(status).toBe(200)
    expect(body.result?.instructions).toHaveLength(64)
    const most = json(Array(62).fill({ ...inner, accounts: Array(255).fill(0), data: '1'.repeat(10_240) }))
    expect((await answerTo(withMember('innerInstructions', most))).status).toBe(200)
  })
})

it('what really happened is shown: the largest transaction of each recording of blocks', async () => {
  for (const name of recordingNames()) {
    const entries = readRecording(name).blocks.flatMap(({ slot, entries }) =>
      entries.map(({ signature: asked, transaction }) => ({
        asked,
        json: stringifyJson({ slot, ...inBase64(transaction) }),
      })),
    )
    const [largest] = entries.sort((a, b) => b.json.length - a.json.length)
    if (!largest) continue
    const { status, body } = await answerTo(envelope(largest.json), largest.asked)
    expect({ name, status, signature: body.result?.signature }).toEqual({ name, status: 200, signature: largest.asked })
  }
})

describe('an answer that is no transaction is refused', () => {
  it.each([
    ['levels', '['.repeat(200_000)],
    ['brackets', '['.repeat(6_000_000)],
    ['digits', envelope('8'.repeat(6_000_000))],
    ['members beside the result', `{"jsonrpc":"2.0","id":1,"result":null,"more":${list(300_000, '0')}}`],
    [
      'an error with 300,000 members',
      `{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"","data":${list(300_000, '0')}}}`,
    ],
    ['a list', list(100, envelope('null'))],
    ['a slot beyond what a number holds', envelope(stringifyJson({ ...right, slot: 2n ** 53n + 1n }))],
  ])('%s', async (_, body) => {
    expect(await answerTo(body)).toMatchObject(REFUSED)
  })
})

function signedWith(instructions: number, dataBytes: number) {
  const seed = createHash('sha256').update('hostile node').digest()
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const secret = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const payer = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
  const calls = Array.from({ length: instructions }, (_, i) => {
    const data = Buffer.alloc(i === 0 ? dataBytes : 0)
    return Buffer.concat([Buffer.from([0, 0]), compact(data.length), data])
  })
  const head = Buffer.concat([Buffer.from([1, 0, 0, 1]), payer, Buffer.alloc(32, 5)])
  const message = Buffer.concat([head, compact(instructions), ...calls])
  const signed = sign(null, message, secret)
  const wire = Buffer.concat([Buffer.from([1]), signed, message])
  const answer = { ...right, transaction: [wire.toString('base64'), 'base64'], version: 'legacy' }
  const meta = { ...right.meta, innerInstructions: [], loadedAddresses: { writable: [], readonly: [] } }
  return { signature: base58.encode(signed), answer: { ...answer, meta } }
}

/** compact-u16: seven bits a byte, the lowest first. */
function compact(length: number): Buffer {
  const bytes: number[] = []
  let left = length
  do {
    bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
    left >>= 7
  } while (left > 0)
  return Buffer.from(bytes)
}
