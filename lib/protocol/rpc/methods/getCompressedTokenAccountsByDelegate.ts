import { z } from 'zod'
import { pageResult, tokenAccount } from '../entities'
import { CURSOR_WITHOUT_SLOT, wholeBytes } from '../list'
import { defineMethod } from '../method'
import { address, cursor, limit } from '../primitives'
import { identifierKey, joinKeys } from '../sort-key'

/** Compressed token accounts of a delegate. Interface 4.4. */
export const getCompressedTokenAccountsByDelegate = defineMethod({
  name: 'getCompressedTokenAccountsByDelegate',
  params: z.strictObject({
    delegate: address,
    mint: address.nullish(),
    cursor: cursor.nullish(),
    limit: limit.nullish(),
  }),
  result: pageResult(tokenAccount),
  ageing: () => 'list',
  list: {
    rows: 'tokenAccounts',
    chunked: true,
    keyBytes: 64,
    sortKey: ({ account, tokenData }) => joinKeys(identifierKey(tokenData.mint, 32), identifierKey(account.hash, 32)),
    orders: [
      { words: 'mint and hash', cursorBytes: 64, ofKey: wholeBytes, ofCursor: wholeBytes, cursorOf: wholeBytes },
      { words: 'hash', cursorBytes: 32, ofKey: (key) => key.subarray(32), ofCursor: wholeBytes, cursorOf: wholeBytes },
    ],
    subject: ({ delegate, mint }) => [delegate, mint ?? null],
    wider: ({ mint, ...all }) => (mint ? [{ params: all, keeps: ({ tokenData }) => tokenData.mint === mint }] : []),
    mismatch: ({ delegate, mint }, { tokenData }) => {
      if (tokenData.delegate !== delegate) return 'a row has another delegate'
      return mint && tokenData.mint !== mint ? 'a row has another mint' : null
    },
    parseUntrustedCursor: (cursor) => (cursor.length === 64 ? CURSOR_WITHOUT_SLOT : null),
  },
})
