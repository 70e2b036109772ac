import { shortIdentifier } from '../../page/summary'
import { MINT_OFFSET, TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { mintListAddress, readMintUrl } from '../address/list-address'
import { defineListPage } from './list-page'

/** /mint/[mint]. design.md 4.3. */
export const mintPage = defineListPage({
  route: '/mint/[mint]',
  method: 'getCompressedAccountsByOwner',
  read: readMintUrl,
  list: ({ mint }, cluster) => mintListAddress(mint, cluster),
  params: ({ mint }) => ({ owner: TOKEN_PROGRAM, filters: [{ memcmp: { offset: MINT_OFFSET, bytes: mint } }] }),
  words: ({ mint }) => ({
    subject: { kind: 'Mint', text: mint },
    title: `Mint ${mint}`,
    noun: 'token account',
    rows: 'token accounts of this mint',
    end: 'End of list',
  }),
  summary: ({ mint }, mints) => {
    const { symbol, decimals } = mints[mint] ?? { symbol: null }
    const digits = decimals === undefined ? '' : `, ${decimals} decimals`
    return {
      title: `Mint ${symbol === null ? '' : `${symbol}, `}${shortIdentifier(mint)}`,
      about: `Mint ${symbol === null ? '' : `${symbol}, `}${mint}${digits}: supply, authorities and compressed token accounts.`,
      none: 'No compressed token accounts',
      narrowed: null,
      what: 'Compressed token accounts',
    }
  },
  mints: ({ mint }) => [mint],
  elsewhere: ['sort', 'limit', 'mode', 'at', 'columns'],
  crawlers: 'open',
  narrowing: [],
})
