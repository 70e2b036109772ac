import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { shortIdentifier } from '@/lib/page/summary'
import { openWhole } from '@/lib/protocol/light/groups'
import { MADE_SIGNER } from '@/lib/testing/indexer/account-chain'
import { PROGRAM_IDS, SOMEONE, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { checkDescription } from '@/lib/testing/recordings/check-description'
import { madeTransfers } from '@/lib/testing/recordings/made-transfers'
import { detailsInOrder, type RecordedDetails, recordedDetails } from '@/lib/testing/recordings/recorded-details'
import { loopSources } from '@/lib/testing/recordings/sandbox-sources'
import type { KnownTransaction, TransactionDetails } from '../contract'
import { touchedMints } from '../kept'
import { tokensIn } from '../sums'
import type { Description } from './contract'
import { describe } from './describe'
import { KINDS, SENTENCES } from './kinds'

/** By the first characters of the signature, or by the name of a made one. */
const all = new Map<string, TransactionDetails>()

let recorded: RecordedDetails[]

beforeAll(async () => {
  const loop = await detailsInOrder(loopSources())
  recorded = await recordedDetails()
  for (const details of [...loop, ...recorded.map((one) => one.details)]) {
    all.set(details.signature.slice(0, 8), details)
  }
  for (const [name, sources] of await madeTransfers()) {
    const details = (await detailsInOrder(sources)).at(-1)
    if (details) all.set(name, details)
  }
})

function known(name: string): KnownTransaction {
  const details = all.get(name)
  if (!details || details.doubt !== null) throw new Error(`no transaction ${name}`)
  return structuredClone(details)
}

const said = (name: string): Description => describe(known(name))

test.each([
  ['tokens_minted', '64jFxW4x', '1,000 base units of 2U35…iPf4 minted to EU57…tWXu', 'compressed'],
  ['tokens_burned', 'T4TmRaAN', '5Y8c…zShn burned 38,102,400,007 base units of 24wD…h5cn', '2Gh57MHb'],
  ['tokens_compressed', 'compressed', '5 base units of 12hF…h1Fy compressed to 14Ei…J1mU', '64jFxW4x'],
  [
    'tokens_decompressed',
    '2Gh57MHb',
    'CZg2…99JS decompressed 916,572,007 base units of Gh2B…sDAf to token account AEMq…3Up1',
    'loaded',
  ],
  ['tokens_transferred', 'P3NmVFAo', '5GkB…KR97 sent 5 base units of Feyn…pfSX to HGkK…VSKV', '4bLJgiUv'],
  [
    'tokens_transferred_by_delegate',
    '2qjYF5zM',
    'Delegate Edmx…EEh1 sent 50 base units of 7v54…VFi9 from GyGK…Udse to 9hSR…GWBu',
    '5nT6rLVf',
  ],
  ['tokens_approved', '35qatci3', 'GyGK…Udse approved delegate Edmx…EEh1 for 200 base units of 7v54…VFi9', '2vahWrJ6'],
  ['tokens_revoked', '4xBMgnmN', '9hSR…GWBu revoked delegate 8SFq…WKwe for 500 base units of 7v54…VFi9', '3eXvgcb8'],
  ['tokens_frozen', '2Z12mz2r', '9hSR…GWBu had 300 base units of 7v54…VFi9 frozen', '3XnRrnuQ'],
  ['tokens_thawed', '3XnRrnuQ', '6CwQ…cAMP had 5,424,180,007 base units of Gh2B…sDAf thawed', '2Z12mz2r'],
  [
    'tokens_merged',
    '4bLJgiUv',
    'E1D4…zbHo merged 2 accounts of 3,000 base units of 6efm…PxCL into 1 account',
    '38KQTD2E',
  ],
  [
    'tokens_split',
    '2vahWrJ6',
    'JDEY…A3XA split 1 account of 5,000 base units of 6efm…PxCL into 2 accounts',
    '4K6nsShR',
  ],
  ['tokens_wrapped', 'wrapped', '5 base units of 12hF…h1Fy wrapped to token account 14K1…NrxN', 'on the chain'],
  ['tokens_unwrapped', 'unwrapped', '5 base units of 12hF…h1Fy unwrapped to token account 132f…UYyL', 'wrapped'],
  ['tokens_loaded', 'loaded', '14Ei…J1mU loaded 5 base units of 12hF…h1Fy to token account 14K1…NrxN', 'decompressed'],
  [
    'tokens_compressed_and_closed',
    '5rqnqJKF',
    'Token account Hidy…e3Mo compressed and closed with 0 base units of E5LN…P1wW; token account EVBg…qtDR compressed and closed with 0 base units of CRVq…2B5Y; token account 8116…ZVWa compressed and closed with 0 base units of BQry…C8ah and 2 more changes',
    'compressed in part',
  ],
  ['sol_compressed', '5NLdbqzn', '1 SOL compressed to J6UL…o5Ef', '2tAThS9u'],
  ['sol_decompressed', '3ybts1eF', '33X2…8M3r decompressed 0.170472546 SOL', 'closed'],
  ['sol_transferred', '4TFBPyva', 'J6UL…o5Ef sent 0.000001 SOL to FLkM…Rq5n', '3LtJkQyq'],
  ['accounts_created', '2tAThS9u', 'FNt7…82Uy created account 1Em4…YXrG', '2afJTiZy'],
  ['accounts_updated', '2afJTiZy', 'Light Token Program updated account 1q1W…rnNr', '4Namsu4q'],
  ['accounts_closed', 'closed', '1FrE…uWVV closed account 1C9o…U5aG', '2afJTiZy'],
  ['addresses_taken', '628ZqqrN', 'Address 1piG…aE7f taken', '2tAThS9u'],
  ['leaves_appended', '4BWyAeXy', 'Batch of leaves appended to tree HLKs…sixu', '2u8yxJ95'],
  ['leaves_nullified', '2u8yxJ95', 'Leaves of tree HLKs…sixu nullified', '4BWyAeXy'],
  ['addresses_appended', '5UdPAFvy', 'Addresses appended to tree EzKE…Y3rK', '628ZqqrN'],
  ['tree_rolled_over', 'rolled over', 'Tree 13PJ…Diho rolled over to tree 13Nd…LDif', 'of another program'],
  [
    'failed',
    '3WUfY9Fu',
    'Failed: Instruction 3 failed: System program returned ResultWithNegativeLamports (error 1).',
    '65YiQF3C',
  ],
  ['none', '3vo8gufS', 'No change of compressed state', '5n531J7y'],
] as const)('%s: %s, and not its near miss', (kind, name, text, nearMiss) => {
  expect(said(name)).toMatchObject({ kind, text })
  expect(said(nearMiss).clauses.map((clause) => clause.kind)).not.toContain(kind)
})

test('the table in the docs has every kind, in order, with its sentence', () => {
  const page = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/transactions.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.+) \| `(.+)` \|$/gm)].map(([, kind, , sentence]) => [kind, sentence])
  expect(rows).toEqual(KINDS.map((kind) => [kind, SENTENCES[kind]]))
})

test('an owner that is its own delegate, and one that is an associated account, are named as such', () => {
  expect(said('2CAG3yFa').text).toBe('JDEY…A3XA approved delegate JDEY…A3XA for 55 base units of Fa8N…BNnP')
  const details = known('loaded')
  const [content, account] = [details.consumed[0]?.content, known('5rqnqJKF').created[0]]
  if (content?.state === 'read' && content.token && account?.token) content.token.tlv = account.token.tlv
  expect(describe(details).text).toMatch(/^Associated account 14Ei…J1mU loaded 5 base units/)
})

test('who acted is the authority of an older instruction, else who signed; with both signatures it is not known', () => {
  const details = known('2qjYF5zM')
  const [owner, delegate] = ['GyGK…Udse', 'Edmx…EEh1']
  const content = details.consumed[0]?.content
  if (content?.state === 'read') details.signers.push(content.token?.owner ?? '')
  expect(describe(details).text).toContain(`Delegate ${delegate} sent 50 base units of 7v54…VFi9 from ${owner}`)
  for (const instruction of details.instructions) instruction.authority = null
  expect(describe(details)).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('owner or a delegate') })
  details.signers.pop()
  expect(describe(details).kind).toBe('tokens_transferred_by_delegate')
})

test('what left compressed state was not sent to who has the rest', () => {
  const details = known('loaded')
  const [token, other] = [details.created[0]?.token, known('P3NmVFAo').created[0]?.token]
  if (token && other) token.owner = other.owner
  expect(describe(details).text).toMatch(/^14Ei…J1mU sent 2 base units of \S+ to \S+; 14Ei…J1mU loaded 5 base units/)
})

test.each([
  ['P3NmVFAo', null, '5GkB…KR97 sent 10 base units of Feyn…pfSX to HGkK…VSKV'],
  ['5NLdbqzn', null, '2 SOL compressed to J6UL…o5Ef'],
  ['P3NmVFAo', '5GkB…KR97', /^5GkB…KR97 sent 5 .* to \S+; OTHER sent 5 /],
  ['P3NmVFAo', 'HGkK…VSKV', /^5GkB…KR97 sent 5 .* to HGkK…VSKV; 5GkB…KR97 sent 5 .* to OTHER$/],
  ['P3NmVFAo', 'Feyn…pfSX', /^5GkB…KR97 sent 5 .* of Feyn…pfSX to \S+; 5GkB…KR97 sent 5 .* of OTHER to /],
] as const)('what %s does twice is one sum, and not where %s is another the second time', (name, replaced, text) => {
  const details = known(name)
  const { consumed, created } = structuredClone(details)
  for (const account of [...consumed, ...created]) account.event = 1
  const other = (key: string) => (shortIdentifier(key, 4) === replaced ? SOMEONE : key)
  for (const token of tokensIn({ consumed, created })) {
    token.owner = other(token.owner)
    token.mint = other(token.mint)
  }
  details.consumed.push(...consumed)
  details.created.push(...created)
  details.events.push(...structuredClone(details.events))
  if (details.mints.state === 'known') {
    details.mints.value.push(...details.mints.value.map((total) => ({ ...total, of: other(total.of) })))
  }
  expect(describe(details).text.replaceAll(shortIdentifier(SOMEONE, 4), 'OTHER')).toMatch(text)
})

test('instructions of the token program that a program calls one after the other have each their own clause', async () => {
  const source = recorded.find(({ details }) => details.signature.startsWith('MXEQa9hm'))?.source
  if (!source) throw new Error('no transaction')
  const program = { program: PROGRAM_IDS.registry, accounts: [], data: new Uint8Array(1) }
  const group = openWhole(source).groups.filter((calls) => calls[0]?.program === PROGRAM_IDS.token)
  const made = transactionOf('called', [[program, ...group.flat()]], { signer: MADE_SIGNER })
  const [details] = await detailsInOrder([{ ...source, ...made }])
  expect(details && describe(details).text).toBe(said('MXEQa9hm').text)
})

test('amounts are in tokens where decimals are known, beside the symbol if it cannot pass for other words', () => {
  const details = known('P3NmVFAo')
  const [mint] = touchedMints(details)
  const info = { mint: mint as string, decimals: 2, name: null, program: PROGRAM_IDS.token, source: null }
  const withSymbol = (symbol: string) => describe(details, { [info.mint]: { ...info, symbol } })
  expect(withSymbol('A.$-9').text).toBe('5GkB…KR97 sent 0.05 Feyn…pfSX to HGkK…VSKV')
  const amounts = ['A.$-9', 'LONG1234567', 'UЅDC', 'a b'].map((symbol) => amountsIn(withSymbol(symbol)))
  const amount = { type: 'amount', amount: 5n, mint, decimals: 2 }
  expect(amounts).toEqual([[{ ...amount, symbol: 'A.$-9' }], [amount], [amount], [amount]])
})

test('what it did to compressed state is not guessed where the node does not say, and is not said of a failed one', () => {
  const sum = { state: 'missing', reason: 'not_recorded' } as const
  const nothing = { usesCompression: null, events: null, consumed: null, created: null, newAddresses: null }
  const lists = { ...nothing, tokenMoves: null, treeUpdates: null }
  const doubted = { ...known('P3NmVFAo'), ...lists, doubt: 'not_recorded', lamports: sum, mints: sum } as const
  expect(describe(doubted)).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('did not record') })
  expect(said('3WUfY9Fu').clauses.flatMap(({ parts }) => parts.map(({ type }) => type))).toEqual(['text', 'text'])
})

test('says what is certain of tokens whose amounts are not known', () => {
  const details = { ...known('64jFxW4x'), mints: { state: 'missing', reason: 'not_read' } as const }
  expect(describe(details)).toMatchObject({
    kind: 'tokens_minted',
    text: 'Compressed tokens of mint 2U35…iPf4 minted',
    reason: expect.stringContaining('not read yet'),
  })
})

test('each number of a recorded transaction is an amount, a sum or a count of what it lists, each identifier stands in it', () => {
  for (const details of all.values()) checkDescription(details)
})

/** Every listed amount of a mint, or lamports of an account without data (null). */
function amountsOf({ consumed, created, tokenMoves, events }: KnownTransaction, mint: string | null) {
  const places: { add(more: bigint): void }[] = []
  const place = <K extends string>(holder: Record<K, bigint>, name: K) =>
    places.push({
      add: (more) => {
        holder[name] += more
      },
    })
  if (mint === null) {
    for (const { fields } of consumed) if (fields && !fields.data && !fields.address) place(fields, 'lamports')
    for (const { account } of created) if (!account.data && !account.address) place(account, 'lamports')
    for (const event of events) place(event, 'compressed')
    return places
  }
  const before = consumed.flatMap(({ content }) => (content.state === 'read' ? (content.token ?? []) : []))
  const tokens = [...before, ...created.flatMap(({ token }) => token ?? []), ...tokenMoves]
  for (const token of tokens) if (token.mint === mint) place(token, 'amount')
  return places
}

const amountsIn = ({ clauses }: Description) =>
  clauses.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'amount' ? part : [])))

test('an amount that does not add up any more is not said, nor any other of its mint, and the reason is given', () => {
  const withAmounts = [...all.keys()].filter((name) => {
    const details = all.get(name)
    return details?.events?.length === 1 && amountsIn(describe(details)).length > 0
  })
  expect(withAmounts.length).toBeGreaterThan(300)
  fc.assert(
    fc.property(fc.constantFrom(...withAmounts), fc.nat(), fc.bigInt({ min: 1n, max: 9n }), (name, index, more) => {
      const details = known(name)
      const mint = amountsIn(describe(details))[0]?.mint ?? null
      const places = amountsOf(details, mint)
      places[index % places.length]?.add(more)
      const broken = describe(details)
      expect(amountsIn(broken).filter((amount) => amount.mint === mint)).toEqual([])
      expect(broken.reason).toMatch(/\.$/)
    }),
  )
})

test.each(['not_read', 'unknown_fields', 'unknown_content', 'unreadable'] as const)(
  'without sums (%s) no amount is said',
  (reason) => {
    for (const name of all.keys()) {
      const sum = { state: 'missing', reason } as const
      const details = { ...known(name), lamports: sum, mints: sum }
      // Wraps are in no sum: they name no compressed account.
      if (details.events.length > 0) expect(amountsIn(describe(details)), name).toEqual([])
    }
  },
)
