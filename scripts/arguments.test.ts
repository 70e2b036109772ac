import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readEnvironment } from '../lib/platform/environment'
import { helpText, readArguments } from './arguments.mjs'

const root = path.resolve(import.meta.dirname, '..')
const read = (line: string, env = {}) => readArguments(line === '' ? [] : line.split(' '), env)
const FOLDER = import.meta.dirname

test.each([
  ['', 'start', {}, []],
  ['--ledger sandbox --port 4000', 'start', { LEDGER: 'sandbox', PORT: '4000' }, []],
  [`--ledger=${FOLDER}`, 'start', { LEDGER: FOLDER }, []],
  ['--ledger http://127.0.0.1:8899', 'start', { LEDGER: 'http://127.0.0.1:8899' }, []],
  [
    '--ledger devnet=https://a.example,https://[::1]:8899/',
    'start',
    { LEDGER: 'devnet=https://a.example,https://[::1]:8899/' },
    [],
  ],
  ['--indexer http://photon:8784', 'start', { INDEXER_URL: 'http://photon:8784' }, []],
  ['indexer --port 8790 --read-only', 'indexer', { INDEXER_PORT: '8790' }, ['--read-only']],
  ['--ledger sandbox indexer', 'indexer', { LEDGER: 'sandbox' }, []],
  ['verify --sample 10', 'verify', {}, ['verify', '--sample', '10']],
  ['snapshot a.sqlite --ledger sandbox', 'snapshot', { LEDGER: 'sandbox' }, ['snapshot', 'a.sqlite']],
  ['snapshot --history a.sqlite', 'snapshot', {}, ['snapshot', 'a.sqlite', '--history']],
  ['restore t-2026-01-01T21:00:00+00:00.sqlite', 'restore', {}, ['restore', 't-2026-01-01T21:00:00+00:00.sqlite']],
  ['restore a//b@100%#1?.sqlite', 'restore', {}, ['restore', 'a//b@100%#1?.sqlite']],
  ['restore C:\\a\\b.sqlite', 'restore', {}, ['restore', 'C:\\a\\b.sqlite']],
  ['restore ./-odd', 'restore', {}, ['restore', './-odd']],
])('leafscan %s', (line, command, variables, words) => {
  expect(read(line, { PORT: '1' })).toEqual({ do: command, variables, words })
})

test.each([
  ['--prot 3', /^--prot is no flag of leafscan; allowed: --ledger, --indexer, --port, --help, --version$/],
  ['-p 3', /^-p is no flag of leafscan; allowed/],
  ['--no-port', /^--no-port is no flag/],
  ['--port', /^--port has no value; expected --port N$/],
  ['--port --ledger sandbox', /^--port has no value/],
  ['--ledger=', /^--ledger has no value/],
  ['--port 1 --port 1', /^--port is given twice$/],
  ['--port 65536', /^--port: expected a whole number from 1 to 65535$/],
  ['--port 0x1', /^--port: expected/],
  ['--help=yes', /^--help takes no value$/],
  ['-- sandbox', /^-- has no meaning here/],
  ['start', /^start is no command; allowed: indexer, verify, snapshot, restore, or none to start$/],
  ['constructor', /^constructor is no command/],
  ['verify --port 3', /^--port is no flag of leafscan verify; allowed: --ledger, --sample, --help, --version$/],
  ['verify now', /^now: verify takes nothing beside --ledger/],
  ['verify --sample 0', /^--sample: expected a whole number from 1$/],
  ['snapshot', /^snapshot needs the name of a file: leafscan snapshot FILE$/],
  ['snapshot file:///srv/a.sqlite', /^snapshot: FILE is a URL; expected the name of a file$/],
  ['--indexer http://host:99999', /^--indexer: expected a whole number from 1 to 65535 as a URL's port$/],
  ['--ledger http://host:0', /^--ledger: expected a whole number/],
  ['snapshot a b', /^b: snapshot takes one FILE beside --ledger/],
  ['--ledger no/such/folder', /^--ledger: expected sandbox, a folder that exists, or http\(s\) URLs .* LEDGER$/],
  ['--ledger sandbox --indexer http://a', /^--ledger is for the embedded indexer, .* beside --indexer: leave one out$/],
])('leafscan %s is refused, with what is wrong and what is allowed', (line, message) => {
  expect(() => read(line)).toThrow(
    expect.objectContaining({ name: 'ArgumentError', message: expect.stringMatching(message) }),
  )
})

test('--ledger is refused beside INDEXER_URL, which has no use for it', () => {
  expect(() => read('--ledger sandbox', { INDEXER_URL: 'http://a' })).toThrow('does not run beside INDEXER_URL')
  expect(read('indexer --ledger sandbox', { INDEXER_URL: 'http://a' }).do).toBe('indexer')
})

describe('a URL that may hold a key', () => {
  const KEY = 'k3y-0f-some-Plan'
  const url = fc.constantFrom(
    `https://a.example/${KEY}`,
    `https://a.example/v2/${KEY}/`,
    `https://a.example?api-key=${KEY}`,
    `https://a.example/?api-key=${KEY}`,
    `https://a.example#${KEY}`,
    `https://${KEY}@a.example`,
    `https://user:${KEY}@a.example:1`,
    `http:/a.example/${KEY}`,
    `https//user:${KEY}@a.example`,
    `wss://a.example/${KEY}`,
    `https://a.example\\${KEY}`,
    ` https://a.example/${KEY}`,
  )
  const value = fc
    .tuple(fc.constantFrom('', 'main=', 'http://a:1,', 'main=http://a:1,dev='), url)
    .map((parts) => parts.join(''))
  const words = fc.oneof(
    fc
      .tuple(fc.constantFrom('ledger', 'indexer', 'port', 'sample', 'api-key'), value, fc.boolean())
      .map(([flag, text, inline]) => (inline ? [`--${flag}=${text}`] : [`--${flag}`, text])),
    value.map((text) => [text]),
    value.map((text) => ['snapshot', text]),
    value.map((text) => ['verify', text]),
  )

  it('is refused in every place, and not repeated', () => {
    fc.assert(
      fc.property(words, (args) => {
        let message = ''
        try {
          readArguments(args, {})
        } catch (error) {
          message = (error as Error).message
        }
        return message !== '' && !message.includes(KEY)
      }),
    )
  })

  it('is told the variable to use', () => {
    expect(() => read('--ledger https://a.example/?api-key=1')).toThrow(/by the environment, in LEDGER$/)
    expect(() => read('--indexer https://user@a.example')).toThrow(/by the environment, in INDEXER_URL$/)
  })
})

/** A command of a page, in a fence or in a sentence, with the variables before it. */
const EXAMPLE =
  /(?:^|`)((?:[A-Z_]+=(?:'[^']*'|\S+) )*)(?:leafscan|npx \.\/leafscan-\S+\.tgz)((?: (?:'[^']*'|[^\s`'|;&]+))*)(?=`|$)/gm

function examplesIn(page: string) {
  const text = fs.readFileSync(path.join(root, page), 'utf8')
  const unquoted = (word: string) => word.replace(/^'|'$|(?<==)'/g, '')
  return [...text.matchAll(EXAMPLE)].map(([, before = '', after = '']) => ({
    env: Object.fromEntries(
      Array.from(before.matchAll(/([A-Z_]+)=('[^']*'|\S+)/g), ([, name = '', value = '']) => [name, unquoted(value)]),
    ),
    args: after.trim() === '' ? [] : after.trim().split(' ').map(unquoted),
  }))
}

test('every documented example is a valid command, with valid variables', () => {
  const pages = [
    'README.md',
    ...fs
      .readdirSync(path.join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]
  const examples = pages.flatMap(examplesIn)
  expect(examples.length).toBeGreaterThan(8)
  for (const { args, env } of examples) {
    const wanted = readArguments(args, env)
    if ('variables' in wanted) readEnvironment({ ...env, ...wanted.variables }, root)
  }
})

test('help names every command and flag', () => {
  for (const word of [
    'indexer',
    'verify',
    'snapshot FILE',
    'restore FILE',
    '--ledger',
    '--indexer',
    '--port',
    '--sample',
    '--read-only',
  ])
    expect(helpText()).toContain(word)
})
