import { expect, test } from 'vitest'
import { tokenDataOf } from '@/lib/account/lens/token-data'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { tokenAccount } from '@/lib/protocol/rpc/entities'
import { parseJson } from '@/lib/protocol/rpc/json'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import { examplesAmong } from './home-found'

const rows = recordingNames().flatMap((name) =>
  readRecording(name).expectations.flatMap(({ result }) => {
    const { value } = Object(parseJson(result)) as { value?: { items?: unknown[] } }
    return (value?.items ?? []).flatMap((item) => {
      const read = tokenAccount.safeParse(item)
      return read.success ? [read.data.account] : []
    })
  }),
)

test('a wallet, a delegate, a mint and an account are found among token accounts, each of them there', () => {
  const tokens = rows.map((row) => tokenDataOf(row))
  const [wallet = '', delegate = '', mint = '', account = ''] = examplesAmong(rows).map(({ path }) => path)
  expect(tokens.map((token) => `/wallet/${token?.owner}`)).toContain(wallet)
  expect(tokens.map((token) => `/delegate/${token?.delegate}`)).toContain(delegate)
  expect(tokens.map((token) => `/owner/${TOKEN_PROGRAM}?filter=0%3A${token?.mint}`)).toContain(
    mint.replace('filter=0:', 'filter=0%3A'),
  )
  expect(rows.map(({ hash }) => `/account/${hash}`)).toContain(account)
})

test('what is not there is no example', () => {
  expect(examplesAmong([])).toEqual([])
})
