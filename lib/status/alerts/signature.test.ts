import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Endpoint } from '../../upstream/networks/endpoint'
import { SIGNATURE_HEADER, signRequest } from './deliver'

/* The verification code of docs/api.md, verbatim. */

const SECRET = 'a secret of 32 characters or more'
const NOW = 1_763_629_200
const BODY = '{"text":"devnet: frozen","network":"devnet"}'

const headerOf = (body: string, secret: string, seconds: number) => {
  const target = new Endpoint({ url: 'https://hooks.example/x', path: 'base' }).target('')
  return signRequest({ target, body }, secret, seconds * 1_000 + 999).target.headers[SIGNATURE_HEADER] ?? ''
}

const docs = fs.readFileSync('docs/api.md', 'utf8')
const example = (language: string) =>
  new RegExp(`### Signature[^]*?\`\`\`${language}[^\\n]*\\n([^]*?)\`\`\``).exec(docs)?.[1]

type Verify = (header: string | undefined, body: string, secret: string, now: number) => boolean
let folder: string
let verify: Verify

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-signature-'))
  const file = path.join(folder, 'verify.mjs')
  fs.writeFileSync(file, example('js') ?? '')
  verify = (await import(/* @vite-ignore */ pathToFileURL(file).href)).verify
})

afterAll(() => fs.rmSync(folder, { recursive: true }))

test('has the shape that is documented', () => {
  expect(headerOf(BODY, SECRET, NOW)).toMatch(/^t=1763629200,v1=[0-9a-f]{64}$/)
})

test('leaves the other headers as they are', () => {
  const target = new Endpoint({ url: 'https://hooks.example/x', path: 'base' }).target('')
  const request = { target: { ...target, headers: { authorization: 'GenieKey x' } }, body: BODY }
  expect(signRequest(request, SECRET, NOW).target.headers).toMatchObject({ authorization: 'GenieKey x' })
})

describe('a receiver that checks as documented', () => {
  test('takes what was signed with its secret', () => {
    expect(verify(headerOf(BODY, SECRET, NOW), BODY, SECRET, NOW + 3)).toBe(true)
    expect(verify(headerOf(BODY, SECRET, NOW), BODY, SECRET, NOW - 300)).toBe(true)
  })

  test.each<[string, string | undefined, string, number]>([
    ['no signature', undefined, BODY, NOW],
    ['nonsense', 'v1', BODY, NOW],
    ['a signature of another length', `t=${NOW},v1=00`, BODY, NOW],
    ['another secret', headerOf(BODY, `${SECRET}!`, NOW), BODY, NOW],
    ['another body', headerOf(BODY, SECRET, NOW), `${BODY} `, NOW],
    ['another time', headerOf(BODY, SECRET, NOW).replace(`t=${NOW}`, `t=${NOW + 1}`), BODY, NOW],
    ['an old message', headerOf(BODY, SECRET, NOW), BODY, NOW + 301],
    ['one from the future', headerOf(BODY, SECRET, NOW), BODY, NOW - 301],
  ])('refuses %s', (_, header, body, now) => {
    expect(verify(header, body, SECRET, now)).toBe(false)
  })

  test('can do so with openssl alone', () => {
    const command = example('sh') ?? ''
    const [, seconds = '', hex = ''] = /t=(\d+),v1=(\w+)/.exec(headerOf(BODY, SECRET, NOW)) ?? []
    const env = { ...process.env, ALERT_SECRET: SECRET, t: seconds, body: BODY }
    expect(execFileSync('sh', ['-c', command], { env, encoding: 'utf8' })).toContain(hex)
  })
})
