import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { beforeEach, describe, expect, it } from 'vitest'
import { groupV1, key, PROGRAM_IDS, signature, TRANSFER, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { folderOfTest } from '@/lib/testing/of-test'
import { FolderError, openFolder } from './folder'
import type { LedgerBlock } from './ledger'

let folder = ''
beforeEach(() => {
  folder = folderOfTest()
})

function write(name: string, content: unknown): string {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const made = (name: string) =>
  transactionOf(name, [groupV1({ outputs: [{ hash: key(name), owner: key('o'), leafIndex: 0 }] })])
const transaction = (name: string, slot: number, blockTime: number | null = 5) => ({ ...made(name), slot, blockTime })
const block = (blockTime: number | null, ...names: string[]) => ({
  blockTime,
  transactions: names.map(made),
  blockHeight: 1,
})

async function read(after = 0, onSkipped?: (files: number) => void): Promise<LedgerBlock[]> {
  const blocks: LedgerBlock[] = []
  const ledger = openFolder({
    folder,
    compressionProgram: PROGRAM_IDS.compression,
    ...(onSkipped ? { onSkipped } : {}),
  })
  for await (const value of ledger.blocks(after, new AbortController().signal)) blocks.push(value)
  return blocks
}

describe('a folder', () => {
  it('is read in slot order, transactions and blocks merged, each signature once', async () => {
    write('transactions/b.json', transaction('two', 9, 7))
    write('transactions/a.json', transaction('one', 10))
    write('transactions/c.json', transaction('three', 9, 7))
    write('transactions/notes.txt', 'no result')
    write('blocks/9.json', block(null, 'two', 'four'))
    write('blocks/11.json', block(null))
    const blocks = await read()
    expect(blocks.map(({ slot, blockTime, transactions }) => [slot, blockTime, transactions.length])).toEqual([
      [9, 7, 3],
      [10, 5, 1],
      [11, null, 0],
    ])
  })

  it('knows its tip and calls itself by its path', () => {
    write('blocks/11.json', block(null))
    const ledger = openFolder({ folder, compressionProgram: PROGRAM_IDS.compression })
    expect([ledger.tip(), ledger.readySlot, ledger.identity, ledger.title]).toEqual([11, 11, folder, folder])
  })

  it.each([null, undefined])(
    'is refused where inner instructions are %s: the line names file and signature',
    async (none) => {
      const { meta, ...rest } = transaction('one', 10)
      const lacking = { ...rest, meta: { ...(meta as object), innerInstructions: none } }
      const signed = base58.encode(signature('one'))
      const line = (file: string) => `${file}: the node did not record the inner instructions of transaction ${signed}`
      const file = write('transactions/a.json', lacking)
      await expect(read()).rejects.toThrow(new FolderError(file, line('').slice(2)))
      fs.rmSync(file)
      const inBlock = write('blocks/10.json', { blockTime: 5, transactions: [made('two'), lacking] })
      await expect(read()).rejects.toThrow(line(inBlock))
      write('blocks/10.json', {
        blockTime: 5,
        transactions: [made('two'), { ...lacking, meta: { ...lacking.meta, err: {} } }],
      })
      expect(await read()).toHaveLength(1)
    },
  )

  it('does not read again what is at or below the slot reached, and says how many files that are', async () => {
    write('blocks/9.json', '{ damaged, yet never looked at')
    write('transactions/a.json', transaction('one', 10))
    write('transactions/b.json', transaction('two', 11))
    let skipped = 0
    const blocks = await read(10, (files) => {
      skipped = files
    })
    expect(blocks.map(({ slot }) => slot)).toEqual([11])
    expect(skipped).toBe(2)
  })

  it('does not open what cannot matter: a vote may be of any version', async () => {
    const vote = transactionOf('vote', [[TRANSFER]])
    write('blocks/9.json', { blockTime: 5, transactions: [{ ...vote, version: 'of the future' }] })
    expect(await read()).toHaveLength(1)
  })
})

describe('ends with the name of the file and what was wanted', () => {
  async function failure(): Promise<string> {
    try {
      await read()
    } catch (error) {
      expect(error).toBeInstanceOf(FolderError)
      const text = error instanceof Error ? error.message : ''
      expect(text).not.toContain('\n')
      return text
    }
    return 'read'
  }

  const good = JSON.stringify(transaction('one', 9))
  it.each([
    ['transactions/a.json', good.slice(0, 500), /^it is damaged: /],
    ['transactions/a.json', 'null', /^wanted a getTransaction result \(.*\): the whole: /],
    ['transactions/a.json', block(5, 'one'), /^wanted a getTransaction result .*: (transaction|meta|slot): /],
    ['transactions/a.json', { jsonrpc: '2.0', result: transaction('one', 9) }, /^wanted a getTransaction result/],
    [
      'transactions/a.json',
      { ...transaction('one', 9), blockTime: 'noon' },
      /^wanted a getTransaction result .*: blockTime: /,
    ],
    [
      'transactions/a.json',
      { ...transaction('one', 9), transaction: ['AAAA', 'base64'] },
      /^wanted a signature|does not decode/,
    ],
    ['blocks/9.json', transaction('one', 9), /^wanted a getBlock result \(.*\): transactions: /],
    [
      'blocks/9.json',
      { blockTime: 5, transactions: ['signature only'] },
      /^wanted a getBlock result .*: transactions\.0: /,
    ],
    ['blocks/latest.json', block(5), /^wanted a slot number as the name of a block$/],
  ])('%s, case %#', async (name, content, expected) => {
    write('transactions/before.json', transaction('zero', 1))
    const file = write(name, content)
    const text = await failure()
    expect(text.startsWith(`${file}: `)).toBe(true)
    expect(text.slice(file.length + 2)).toMatch(expected)
  })

  it.each(['blocks/9.json', 'transactions/a.json'])('a named pipe as %s, which would be waited for', async (name) => {
    const file = path.join(folder, name)
    fs.mkdirSync(path.dirname(file))
    execFileSync('mkfifo', [file])
    expect(await failure()).toBe(`${path.dirname(file)}: ${path.basename(file)} is a named pipe, wanted a file`)
  })

  it('a folder with neither subfolder, and one that is not there', async () => {
    expect(await failure()).toBe(`${folder}: wanted a folder with blocks/ or transactions/, found neither`)
    fs.rmSync(folder, { recursive: true })
    expect(await failure()).toBe(`${folder}: wanted sandbox, a folder or http(s) URLs; there is no such folder`)
  })

  it.each(['mainnet.example/v2/KEY', 'h?api-key=KEY', 'me:KEY@h', 'api-key=KEY'])(
    'one that is not there and may be a misspelt URL is not named: %s',
    (text) => {
      const absolute = path.join(folder, text)
      const open = () => openFolder({ folder: absolute, compressionProgram: PROGRAM_IDS.compression })
      expect(open).toThrow('LEDGER: wanted sandbox, a folder or http(s) URLs; there is no such folder')
    },
  )
})
