import { beforeAll, describe, expect, it } from 'vitest'
import { knownProgram } from '@/lib/protocol/solana/known-programs'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { type RecordedDetails, recordedDetails } from '@/lib/testing/recordings/recorded-details'
import type { NodeTransaction } from '../protocol/solana/node-transaction'
import { openDetails } from './details'

let all: RecordedDetails[]

beforeAll(async () => {
  all = await recordedDetails()
})

describe('the details of recorded transactions', () => {
  it('balance in lamports', () => {
    for (const { recording, details } of all) {
      if (details.unreadable.length > 0) continue
      expect(details.lamports, `${recording} ${details.signature}`).toMatchObject({
        state: 'known',
        value: { balances: true },
      })
    }
  })

  it('balance in tokens, with what crossed between compressed state and the chain', () => {
    for (const { recording, details } of all) {
      if (recording === 'client-on-a-validator') expect(details.mints.state).toBe('known')
      if (details.mints.state === 'missing') {
        const reason = details.unreadable.length > 0 ? 'unreadable' : 'not_read'
        expect(details.mints, `${recording} ${details.signature}`).toEqual({ state: 'missing', reason })
        continue
      }
      const unbalanced = details.mints.value.filter(({ balances }) => !balances)
      expect(unbalanced, `${recording} ${details.signature}`).toEqual([])
    }
  })

  it('name each instruction that the log of a known program names', () => {
    for (const { details } of all) {
      const names = new Set(details.instructions.map(({ program, name }) => `${program} ${name}`))
      const logged = namesInLog(details.logs).filter(({ program }) => knownProgram(program))
      for (const { program, name } of logged) expect(names, details.signature).toContain(`${program} ${name}`)
    }
  })

  it('have plain data: bigint for u64, text for keys, and nothing that JSON loses', () => {
    for (const { details } of all.filter(({ recording }) => recording === 'client-on-a-validator')) {
      expect(details).toEqual(structuredClone(details))
      expect(typeof details.fee).toBe('bigint')
      expect(typeof details.computeUnits).toBe('bigint')
      expect(details.signers.length).toBeGreaterThan(0)
    }
  })
})

function namesInLog(logs: string[]): { program: string; name: string }[] {
  const stack: string[] = []
  return logs.flatMap((line) => {
    const [, called] = /^Program (\w+) invoke/.exec(line) ?? []
    if (called !== undefined) stack.push(called)
    if (/^Program \w+ (?:success|failed)/.test(line)) stack.pop()
    const [, name] = /^Program log: Instruction: (\w+)$/.exec(line) ?? []
    const program = stack.at(-1)
    return name !== undefined && program !== undefined ? [{ program, name }] : []
  })
}

describe('of a transaction whose node', () => {
  const read = async ({ meta, ...rest }: NodeTransaction, changed: object, isListed = false) =>
    (await openDetails({ ...rest, meta: { ...(meta as object), ...changed } }, PROGRAMS)).details(
      undefined,
      undefined,
      isListed,
    )
  const nothing = (doubt: string) => ({
    doubt,
    ...{ usesCompression: null, consumed: null, created: null, newAddresses: null },
    ...{ lamports: { state: 'missing', reason: doubt }, mints: { state: 'missing', reason: doubt } },
  })
  const changing = () => all.filter(({ details }) => details.usesCompression)

  it('shows none, though the indexer lists it: nothing is said either', async () => {
    const [{ source }] = changing() as [RecordedDetails]
    expect(await read(source, { innerInstructions: [] })).toMatchObject({ doubt: null, usesCompression: false })
    expect(await read(source, { innerInstructions: [] }, true)).toMatchObject(nothing('contradicted'))
    expect(await read(source, { err: 'AccountInUse' }, true)).toMatchObject(nothing('contradicted'))
    expect(await read(source, {}, true)).toMatchObject({ doubt: null, usesCompression: true })
  })
})

it('a transaction read alone says what is still to be read, and no token sums', async () => {
  const transfer = all.find(
    ({ recording, details }) => recording === 'client-on-a-validator' && (details.consumed?.length ?? 0) > 0,
  )
  if (!transfer) throw new Error('no transfer')
  const read = await openDetails(transfer.source, PROGRAMS)
  const details = await read.details()
  expect(read.wanted).toEqual(details.consumed?.map(({ hash }) => hash))
  expect(details.mints).toEqual({ state: 'missing', reason: 'not_read' })
  expect(details.lamports.state).toBe('known')
})
