import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  lightMint,
  metadataAccount,
  metadataExtension,
  mint2022,
  mintBytes,
  pointerTo,
  splMint,
} from '@/lib/testing/made-mints'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { TOKEN_PROGRAMS } from '../../protocol/solana/mint-account'
import { METADATA_PROGRAM } from '../../protocol/solana/mint-metadata'
import { type ChainAccount, metadataAddress, readMint, readMintFacts } from './read-mints'

const MINT = addressOf('mint')
const METADATA_AT = addressOf('metadata of the mint')
const LEAF = { name: 'Leaf Dollar', symbol: 'LEAF', uri: 'https://leaf.example/metadata.json' }

const read = (account: ChainAccount | null, metadata: ChainAccount | null = null) =>
  readMint(MINT, account, metadata, METADATA_AT)

const known = (info: object) => ({
  ok: true,
  value: { mint: MINT, symbol: null, name: null, source: null, ...info },
})

const refused = { ok: false, reason: expect.stringMatching(/./) }

describe('a mint’s account', () => {
  it('has its decimals, whatever they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), (decimals) => {
        expect(read(splMint(decimals))).toEqual(known({ decimals, program: TOKEN_PROGRAMS.spl }))
        expect(read(mint2022(decimals, []))).toEqual(known({ decimals, program: TOKEN_PROGRAMS.token2022 }))
      }),
    )
  })

  it('of Token-2022 without extensions is the same 82 bytes', () => {
    const account = { owner: TOKEN_PROGRAMS.token2022, data: mintBytes(6) }
    expect(read(account)).toEqual(known({ decimals: 6, program: TOKEN_PROGRAMS.token2022 }))
  })

  it('has its supply and authorities, or none, whichever program it belongs to', () => {
    const controls = {
      supply: 2n ** 64n - 1n,
      mintAuthority: addressOf('issuer'),
      freezeAuthority: addressOf('freezer'),
    }
    const bare = { supply: 0n, mintAuthority: null, freezeAuthority: null }
    for (const [given, expected] of [
      [controls, controls],
      [{}, bare],
      [{ mintAuthority: controls.mintAuthority }, { ...bare, mintAuthority: controls.mintAuthority }],
    ] as const) {
      for (const account of [splMint(9, given), mint2022(9, [], given), lightMint(9, given)]) {
        const read = readMintFacts(MINT, account, null, null)
        expect(read).toMatchObject({ ok: true, value: { decimals: 9, program: account.owner, ...expected } })
      }
    }
  })

  it('that is none is no mint: nothing there, another program, another size, not set up, a token account', () => {
    const { owner, data } = splMint(6)
    const token2022 = mint2022(6, [])
    const with_ = (at: number, byte: number, of: Uint8Array = data) => {
      const bytes = Uint8Array.from(of)
      bytes[at] = byte
      return bytes
    }
    for (const account of [
      null,
      { owner: addressOf('a program'), data },
      { owner: METADATA_PROGRAM, data },
      { owner, data: data.subarray(0, 81) },
      { owner, data: new Uint8Array() },
      { owner, data: Buffer.concat([data, Buffer.alloc(1)]) },
      { owner, data: Buffer.alloc(165, 1) },
      { owner, data: with_(45, 0) },
      { owner, data: with_(0, 2) },
      { owner, data: with_(46, 2) },
      { ...token2022, data: with_(165, 2, token2022.data) },
      { ...token2022, data: with_(100, 1, token2022.data) },
      { ...token2022, data: token2022.data.subarray(0, 165) },
      { ...lightMint(6), data: with_(165, 2, lightMint(6).data) },
      { ...lightMint(6), data: lightMint(6).data.subarray(0, 82) },
    ]) {
      expect(read(account)).toEqual(refused)
    }
  })
})

describe('what an issuer calls a mint', () => {
  it('stands in its own account where its pointer names that', () => {
    const account = mint2022(9, [
      [18, pointerTo(MINT)],
      [19, metadataExtension(MINT, LEAF)],
    ])
    const claimed = { symbol: 'LEAF', name: 'Leaf Dollar', source: 'mint account' }
    expect(read(account)).toEqual(known({ decimals: 9, program: TOKEN_PROGRAMS.token2022, ...claimed }))
    const other = metadataAccount(MINT, { name: 'Other', symbol: 'OTHER' })
    expect(read(account, other)).toEqual(read(account))
  })

  it('stands in the metadata program’s account, where the pointer names that or there is none', () => {
    const metadata = metadataAccount(MINT, LEAF)
    const claimed = { symbol: 'LEAF', name: 'Leaf Dollar', source: 'metadata program' }
    for (const account of [
      splMint(6),
      mint2022(6, [[18, pointerTo(METADATA_AT)]]),
      mint2022(6, [[18, pointerTo(null)]]),
    ]) {
      expect(read(account, metadata)).toEqual(known({ decimals: 6, program: account.owner, ...claimed }))
    }
  })

  it('is not believed from elsewhere: a pointer to another account, metadata of another mint, another program', () => {
    const metadata = metadataAccount(MINT, LEAF)
    const elsewhere = mint2022(6, [
      [18, pointerTo(addressOf('elsewhere'))],
      [19, metadataExtension(MINT, LEAF)],
    ])
    const nothing = { symbol: null, name: null, source: null }
    expect(read(elsewhere, metadata)).toMatchObject({ ok: true, value: nothing })
    const ofAnother = mint2022(6, [
      [18, pointerTo(MINT)],
      [19, metadataExtension(addressOf('another'), LEAF)],
    ])
    expect(read(ofAnother)).toMatchObject({ ok: true, value: nothing })
    expect(read(splMint(6), metadataAccount(addressOf('another'), LEAF))).toMatchObject({ ok: true, value: nothing })
    expect(read(splMint(6), { ...metadata, owner: addressOf('a program') })).toMatchObject({ ok: true, value: nothing })
  })

  it('is cleaned, and where nothing is left there is none', () => {
    const metadata = metadataAccount(MINT, { name: '\u202E\u200B', symbol: 'S\u041EL\u200D' })
    expect(read(splMint(6), metadata)).toMatchObject({ value: { symbol: 'S‹U+041E›L', name: null } })
  })
})

describe('bytes that anybody wrote', () => {
  const bytes = fc.uint8Array({ maxLength: 600 })
  const cut = (whole: Uint8Array) => fc.nat(whole.length).map((length) => whole.subarray(0, length))
  const bent = (whole: Uint8Array) =>
    fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }).map((changes) => {
      const data = Uint8Array.from(whole)
      for (const [at, byte] of changes) data[at] = byte
      return data
    })
  const mint = mint2022(9, [
    [18, pointerTo(MINT)],
    [19, metadataExtension(MINT, LEAF)],
    [10, Buffer.alloc(52)],
  ]).data
  const metadata = metadataAccount(MINT, LEAF).data

  it('are read or cannot be read; they never throw, and never give a decimal that is not theirs', () => {
    const account = fc.record({
      owner: fc.constantFrom(TOKEN_PROGRAMS.spl, TOKEN_PROGRAMS.token2022, METADATA_PROGRAM),
      data: fc.oneof(bytes, cut(mint), bent(mint), bent(mint).chain(cut)),
    })
    const claimed = fc.oneof(bytes, cut(metadata), bent(metadata)).map((data) => ({ owner: METADATA_PROGRAM, data }))
    fc.assert(
      fc.property(account, fc.option(claimed), (mintAccount, metadataOf) => {
        const result = read(mintAccount, metadataOf)
        if (!result.ok) {
          expect(result).toEqual(refused)
          return
        }
        expect(result.value.decimals).toBe(mintAccount.data[44])
        expect(mintAccount.data[45]).toBe(1)
        for (const text of [result.value.symbol, result.value.name]) {
          if (text !== null) expect(text).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

it('the metadata program’s account of a mint lies at the known address', async () => {
  expect(await metadataAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe(
    '5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq',
  )
  expect(await metadataAddress('no address')).toBeNull()
})

it('every mint of the sandbox has its decimals', () => {
  const file = path.resolve(import.meta.dirname, '../../indexer/sandbox/recording/sandbox.recording')
  const [head = ''] = fs.readFileSync(file, 'utf8').split('\n', 1)
  const { accounts }: { accounts: { address: string; owner: string; data: string }[] } = JSON.parse(head)
  const mints = accounts.map(({ address, owner, data }) =>
    readMint(address, { owner, data: Buffer.from(data, 'hex') }, null, null),
  )
  const words = mints.map((mint) =>
    mint.ok ? `${mint.value.decimals} ${mint.value.symbol ?? ''}`.trim() : mint.reason,
  )
  expect(words.join(', ')).toMatchInlineSnapshot(`"6, 6, 6, 6, 6, 6, 6, 6"`)
  expect(accounts.every(({ address }) => base58.decode(address).length === 32)).toBe(true)
})
