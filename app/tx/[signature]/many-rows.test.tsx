import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { KnownTransaction, NetChange } from '@/lib/transaction/contract'
import { InstructionList, LogLines } from './instruction-list'
import { NetChanges } from './net-changes'
import { TouchedAccounts } from './touched-accounts'

const JSON_HREF = '/api/v1/transaction?signature=x'
const key = (i: number) => `So${String(i).padStart(41, '1').replaceAll('0', '9')}`

function withMany(count: number): KnownTransaction {
  const each = <T,>(make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))
  const account = (i: number) => ({
    ...{ hash: key(i), owner: key(i), lamports: 1n, address: null, data: null },
    ...{ tree: key(0), leafIndex: i, seq: null, slotCreated: 1 },
  })
  const change = (i: number): NetChange => ({ of: key(i), consumed: 1n, created: 2n, change: 1n })
  const crossed = { compressed: 0n, decompressed: 0n, relayFee: 0n, balances: true, owners: each(change) }
  return {
    ...{ signature: 'x', slot: 1, blockTime: 1, finalized: true, unchecked: false, version: 0, failure: null },
    ...{ fee: 1n, computeUnits: 1n, signers: [key(0)], programs: [key(0)], doubt: null, usesCompression: true },
    instructions: each((i) => ({
      ...{
        program: key(i),
        depth: 1,
        name: null,
        source: null,
        discriminator: '',
        dataBytes: 0,
        accounts: 0,
        authority: null,
      },
    })),
    ...{ events: [], tokenMoves: [], treeUpdates: [] },
    consumed: each((i) => ({ event: 0, hash: key(i), leaf: null, fields: null, content: { state: 'unknown' } })),
    created: each((i) => ({ event: 0, account: account(i), token: null, queue: null, indexed: true })),
    newAddresses: each((i) => ({ event: 0, address: key(i), tree: key(0) })),
    lamports: { state: 'known', value: { consumed: 1n, created: 2n, ...crossed } },
    mints: { state: 'known', value: each((i) => ({ ...change(i), ...crossed, unbalanced: null })) },
    ...{ unreadable: each(String), logs: each((i) => `Program log: ${i}`), logsLeftOut: 0 },
  }
}

function drawn(details: KnownTransaction): string {
  const rest = { details, cluster: undefined, json: JSON_HREF }
  return renderToStaticMarkup(
    <>
      <TouchedAccounts {...rest} mints={{}} />
      <NetChanges {...rest} mints={{}} />
      <InstructionList {...rest} />
      <LogLines {...rest} />
    </>,
  )
}

test('a page has every row of a hundred, and of more says how many there are and what has them all', () => {
  const whole = drawn(withMany(10))
  expect(whole).not.toContain('more:')
  const part = drawn(withMany(2_000))
  // Consumed, created, addresses, mints, owners of each of 20 mints and of lamports, instructions, lines.
  expect(part.match(/[\d,]+ more:<\/span> <a href="[^"]*">this transaction as JSON/g)).toHaveLength(27)
  expect(part).toContain('1,900 more:')
  expect(part).toContain(`<a href="${JSON_HREF}">`)
  expect(drawn(withMany(20_000)).length - part.length).toBeLessThan(1_000)
})
