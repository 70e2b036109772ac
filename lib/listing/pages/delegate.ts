import { shortIdentifier } from '../../page/summary'
import { delegateListAddress, readDelegateUrl } from '../address/list-address'
import { defineListPage, summedMint } from './list-page'

export const delegatePage = defineListPage({
  route: '/delegate/[delegate]',
  method: 'getCompressedTokenAccountsByDelegate',
  read: readDelegateUrl,
  list: ({ delegate, mint }, cluster) => delegateListAddress(delegate, mint, cluster),
  params: ({ delegate, mint }) => ({ delegate, ...(mint && { mint }) }),
  words: ({ delegate, mint }) => ({
    subject: { kind: 'Delegate', text: delegate },
    title: `Delegated to ${delegate}`,
    noun: 'token account',
    rows: mint ? 'token accounts of this mint' : 'token accounts of this delegate',
    end: 'End of list',
  }),
  summary: ({ delegate, mint }, mints) => ({
    title: `Delegated to ${shortIdentifier(delegate)}${mint ? `, mint ${mints[mint]?.symbol ? `${mints[mint].symbol}, ` : ''}${shortIdentifier(mint)}` : ''}`,
    about: `Compressed token accounts delegated to ${delegate}${mint ? `, mint ${mint}` : ''}.`,
    none: 'No token accounts',
    narrowed: mint ? 'One mint' : null,
    what: 'Delegated token accounts',
  }),
  mints: ({ mint }, { outcome }) => (mint ? [mint] : summedMint(outcome)),
  elsewhere: ['sort', 'columns'],
  crawlers: 'open',
  narrowing: ['mint'],
})
